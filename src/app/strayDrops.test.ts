import { afterEach, describe, expect, it } from 'vitest';
import { ignoreStrayDrops } from './strayDrops';

function dispatch(
  type: string,
  types: string[],
): Event & { dataTransfer: { types: string[]; dropEffect: string } } {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: { types, dropEffect: 'copy' },
  });
  document.body.dispatchEvent(event);
  return event;
}

describe('what is dropped beside a drop zone', () => {
  let stop = () => {};
  afterEach(() => stop());

  it('does not take the place of the page when it is a file, and is left to the browser when it is text', () => {
    stop = ignoreStrayDrops();
    for (const type of ['dragover', 'drop']) {
      expect(dispatch(type, ['Files'])).toMatchObject({
        defaultPrevented: true,
        dataTransfer: { dropEffect: 'none' },
      });
      expect(dispatch(type, ['text/plain']).defaultPrevented).toBe(false);
    }
    stop();
    expect(dispatch('drop', ['Files']).defaultPrevented).toBe(false);
  });

  it('leaves alone what a drop zone takes', () => {
    stop = ignoreStrayDrops();
    const zone = (event: Event) => event.preventDefault();
    document.body.addEventListener('dragover', zone);
    expect(dispatch('dragover', ['Files']).dataTransfer.dropEffect).toBe('copy');
    document.body.removeEventListener('dragover', zone);
  });
});

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';
import { lazyPart, PartError } from './lazyPart';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const faults: Error[] = [];
const page = (Part: ComponentType<{ name: string }>, resetKey = 'a') => (
  <ErrorBoundary
    resetKey={resetKey}
    fallback={(error, retry) => (faults.push(error), (<button onClick={retry}>Try again</button>))}
  >
    <Suspense fallback="wait">
      <Part name="part" />
    </Suspense>
  </ErrorBoundary>
);

/** A part whose first fetches fail. */
function flaky(faulty: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= faulty) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }: { name: string }) => <p>the {name}</p>;
  });
  return load;
}

it('a part that could not be fetched is fetched when the reader tries again, and by another page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = flaky(2);
  const Part = lazyPart(load);
  const { rerender } = await act(async () => render(page(Part)));
  expect(faults.at(-1)).toBeInstanceOf(PartError);
  await act(async () => fireEvent.click(screen.getByRole('button')));
  expect(load).toHaveBeenCalledTimes(2);
  await act(async () => rerender(page(Part, 'b')));
  expect(screen.getByText('the part')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

it('a part is fetched once, also when that was done before it is drawn', async () => {
  const load = flaky(0);
  const Part = lazyPart(load);
  Part.preload();
  await act(async () => render(page(Part)));
  expect(screen.getByText('the part')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DroppedNotice } from './Notice';

it('what a link asked for in vain is named in full, and in part when it is very much', () => {
  const { unmount } = render(<DroppedNotice dropped={['k “NaN”', 'parameter “x”']} />);
  expect(screen.getByRole('status').textContent).toContain('k “NaN”, parameter “x”. The rest was kept.');
  unmount();
  render(
    <DroppedNotice
      dropped={['x'.repeat(3000), ...Array.from({ length: 40 }, (_, place) => `parameter “${place}”`)]}
    />,
  );
  expect(screen.getByRole('status').textContent).toMatch(
    /^Parts of this link [^x]* x{80}…, .*“6” and 33 more\. The rest was kept\.$/,
  );
});

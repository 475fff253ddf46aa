import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FilterChips } from './FilterChips';

afterEach(cleanup);

it('names every filter, takes out one or all, and shows nothing where none is active', () => {
  const [family, stage, all] = [vi.fn(), vi.fn(), vi.fn()];
  const { rerender } = render(
    <FilterChips
      filters={[
        { label: 'family: <b>Warsaw</b>', clear: family },
        { label: 'lost at: boundary', clear: stage },
      ]}
      clearAll={all}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear family: <b>Warsaw</b>' }));
  expect(family).toHaveBeenCalledOnce();
  expect(stage).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(all).toHaveBeenCalledOnce();
  rerender(<FilterChips filters={[{ label: 'lost at: boundary', clear: stage }]} clearAll={all} />);
  expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull();
  rerender(<FilterChips filters={[]} clearAll={all} />);
  expect(screen.queryByRole('list')).toBeNull();
});

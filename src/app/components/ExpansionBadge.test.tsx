import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ExpansionBadge, expansionMeaning } from './ExpansionBadge';

afterEach(cleanup);

describe('the expansion badge', () => {
  it('says in words what was returned with every hit', () => {
    expect(expansionMeaning({ neighborPrev: 1, neighborNext: 2, applies: true })).toBe(
      'Neighbor expansion: every fixed_size hit brings one chunk before it and 2 chunks after it.',
    );
    expect(expansionMeaning({ neighborPrev: 0, neighborNext: 0, applies: true })).toBe(
      'No neighbor expansion: fixed_size hits are returned alone.',
    );
    expect(expansionMeaning({ neighborPrev: 1, neighborNext: 1, applies: false })).toContain(
      'does not apply',
    );
  });

  it('is a button named by its width, with the meaning as its tooltip', () => {
    render(<ExpansionBadge neighborPrev={2} neighborNext={0} applies />);
    const badge = screen.getByRole('button', { name: '±2/0: about neighbor expansion' });
    expect(badge.textContent).toBe('±2/0');
    expect(badge.title).toContain('2 chunks before it and no chunk after it');
  });

  it('says by name and tooltip that it does not apply', () => {
    render(<ExpansionBadge neighborPrev={0} neighborNext={0} applies={false} />);
    expect(
      screen.getByRole('button', { name: '±0/0, does not apply: about neighbor expansion' }).title,
    ).toContain('fixed_size was not in this run');
  });
});

import type { ComponentProps } from 'react';
import { useOneTabStop } from './useOneTabStop';

/** A plain table that is one tab stop, however many links its cells hold; arrow keys move between them. */
export function Table(props: ComponentProps<'table'>) {
  return <table {...props} {...useOneTabStop()} />;
}

import { useEffect, useRef } from 'react';
import styles from './LinkTabs.module.css';

export interface LinkTab {
  id: string;
  label: string;
  href: string;
  /** The question that its page answers. */
  title: string;
}

interface LinkTabsProps {
  label: string;
  tabs: readonly LinkTab[];
  current: string;
}

/** Links that lie side by side like tabs; where they do not all fit, the current one is brought into sight. */
export function LinkTabs({ label, tabs, current }: LinkTabsProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelector('[aria-current]');
    if (!strip.current || !tab) return;
    // Not `scrollIntoView`: it would also move the page.
    const [outer, inner] = [strip.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    strip.current.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [current]);
  return (
    <nav aria-label={label} ref={strip} className={`${styles.tabs} no-print`}>
      {tabs.map(({ id, label: name, href, title }) => (
        <a key={id} href={href} aria-current={id === current ? 'page' : undefined} title={title}>
          {name}
        </a>
      ))}
    </nav>
  );
}

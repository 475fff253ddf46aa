import { useEffect, useRef } from 'react';
import { followReadingPlace } from './readingPlace';
import { ignoreStrayDrops } from './strayDrops';
import { lazyPart } from './components/lazyPart';
import { setTheme, useApp, type Theme } from './state/store';
import { formatLocation, type Place } from './state/urlState';
import { ExperimentPage } from './views/experiment/ExperimentPage';
import { viewWords } from './views/panels';
import { Start } from './views/start/Start';
import { NewVersion } from './views/shared/NewVersion';
import mark from './mark.svg?inline';
import styles from './App.module.css';
import { FilePart } from './views/shared/FilePart';

const AcrossPage = lazyPart(async () => (await import('./views/across/AcrossPage')).AcrossPage);
const RunsPage = lazyPart(async () => (await import('./views/experiments/RunsPage')).RunsPage);
const ComparePage = lazyPart(async () => (await import('./views/compare/ComparePage')).ComparePage);
const DoctorPage = lazyPart(async () => (await import('./views/doctor/DoctorPage')).DoctorPage);
const OpenPage = lazyPart(async () => (await import('./views/open/OpenPage')).OpenPage);
const LivePage = lazyPart(async () => (await import('./views/live/LivePage')).LivePage);
const Guide = lazyPart(async () => (await import('./views/guide/Guide')).Guide);
const About = lazyPart(async () => (await import('./views/about/About')).About);

/** Whether an article shows one view in a frame of its own: `?embed=` before the `#`. */
const isEmbedded = new URLSearchParams(window.location.search).has('embed');

/** The frame around every view: skip link, navigation, theme, and a boundary for faults. */
export function App() {
  const place = useApp((state) => state.selection.place);
  const main = useRef<HTMLElement>(null);
  const placeKey = formatLocation(place);

  useEffect(() => {
    document.title = titleOf(place);
  }, [place]);
  useEffect(() => {
    return followReadingPlace(() => main.current);
  }, []);
  useEffect(() => {
    return ignoreStrayDrops();
  }, []);

  const content = (
    <main id="main" ref={main} tabIndex={-1} className={styles.main}>
      <FilePart of={placeKey} waiting="the page">
        <Page place={place} />
      </FilePart>
    </main>
  );
  if (isEmbedded)
    return (
      <>
        {content}
        <footer className={`${styles.footer} soft small`}>
          From Chunkscope:{' '}
          <a
            href={`./${formatLocation(place)}`}
            target="_blank"
            rel="noopener"
            // With the settings that were made here since.
            onClick={(event) => (event.currentTarget.href = `./${window.location.hash}`)}
          >
            open this view there
          </a>
          .
        </footer>
      </>
    );
  return (
    <>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header className={`row ${styles.bar} no-print`}>
        <a className={styles.brand} href={formatLocation({ page: 'start' })}>
          <img src={mark} alt="" width="22" height="22" /> Chunkscope
        </a>
        <nav aria-label="Main" className={styles.nav}>
          <a
            href={formatLocation({ page: 'start' })}
            aria-current={place.page === 'start' || place.page === 'experiment' ? 'page' : undefined}
          >
            Experiments
          </a>
          <a
            href={formatLocation({ page: 'across' })}
            aria-current={place.page === 'across' ? 'page' : undefined}
          >
            Across corpora
          </a>
          <a
            href={formatLocation({ page: 'runs' })}
            aria-current={place.page === 'runs' || place.page === 'compare' ? 'page' : undefined}
          >
            Compare
          </a>
          <a
            href={formatLocation({ page: 'live', mode: 'method' })}
            aria-current={place.page === 'live' ? 'page' : undefined}
          >
            Live
          </a>
          <a
            href={formatLocation({ page: 'about' })}
            aria-current={place.page === 'about' ? 'page' : undefined}
          >
            About
          </a>
        </nav>
        <ThemeChoice />
      </header>
      <NewVersion />
      {content}
      <footer className={`${styles.footer} soft small`}>
        Chunkscope computes in your browser. It sends nothing anywhere, except texts to the embedding endpoint
        that you name.
      </footer>
    </>
  );
}

function Page({ place }: { place: Place }) {
  switch (place.page) {
    case 'start':
      return <Start />;
    case 'experiment':
      return <ExperimentPage id={place.experiment} view={place.view} />;
    case 'across':
      return <AcrossPage />;
    case 'runs':
      return <RunsPage />;
    case 'compare':
      return <ComparePage />;
    case 'doctor':
      return <DoctorPage />;
    case 'open':
      return <OpenPage />;
    case 'guide':
      return <Guide />;
    case 'about':
      return <About />;
    case 'live':
      return <LivePage mode={place.mode} />;
  }
}

function titleOf(place: Place): string {
  switch (place.page) {
    case 'start':
      return 'Chunkscope';
    case 'experiment':
      return `${viewWords[place.view].label} · ${place.experiment} · Chunkscope`;
    case 'across':
      return 'Across corpora · Chunkscope';
    case 'runs':
      return 'Compare runs · Chunkscope';
    case 'compare':
      return 'Compare · Chunkscope';
    case 'doctor':
      return 'Verify figures · Chunkscope';
    case 'open':
      return 'Open an artifact · Chunkscope';
    case 'live':
      return 'Live · Chunkscope';
    case 'guide':
      return 'Measure your own splitter · Chunkscope';
    case 'about':
      return 'About · Chunkscope';
  }
}

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function ThemeChoice() {
  const theme = useApp((state) => state.layout.theme);
  return (
    <label className={styles.theme}>
      <span className="visually-hidden">Theme</span>
      <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
        {themes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

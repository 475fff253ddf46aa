import type { SyntheticEvent } from 'react';
import { Button } from '../../components/Button';
import { TextArea } from '../../components/TextField';
import { searchOnArrival, setText, useLiveText } from '../../state/liveText';
import { formatLocation } from '../../state/urlState';
import styles from './Start.module.css';

/** The method on a reader's own text, from the first screen: what is typed here stands in the live panel. */
export function TryIt() {
  const { stored, message } = useLiveText();
  const isEmpty = stored.trim() === '' || message.trim() === '';
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    searchOnArrival();
    window.location.hash = formatLocation({ page: 'live', mode: 'method' }, { provider: 'local' });
  };
  return (
    <section aria-labelledby="try" className="panel stack gap-2">
      <div className="row tight">
        <h2 id="try">Try it on your own text</h2>
        <p className="soft small no-measure">
          The built-in model runs in this page: nothing leaves your machine. Or{' '}
          <a href={formatLocation({ page: 'live', mode: 'benchmark' })}>benchmark chunking strategies</a> on
          your documents and questions.
        </p>
      </div>
      <form className={styles.tryIt} onSubmit={search}>
        <TextArea
          label="Your text"
          placeholder="Paste documents or a conversation"
          rows={2}
          value={stored}
          onChange={(event) => setText({ stored: event.target.value, source: null })}
        />
        <TextArea
          label="Your question"
          placeholder="What would you ask of it?"
          rows={2}
          value={message}
          onChange={(event) => setText({ message: event.target.value })}
        />
        <Button type="submit" tone="primary" disabled={isEmpty}>
          Search, no key needed
        </Button>
      </form>
    </section>
  );
}

import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
} from 'react';
import * as format from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { TextArea } from '../../components/TextField';
import styles from './Live.module.css';

/** From this many UTF-16 code units on a text is shown by its beginning: a browser lays out a field in one go, about 1 ms for each 2,000. */
const largeUnits = 40_000;

function isLarge(text: string): boolean {
  return text.length >= largeUnits;
}

interface LargeTextProps extends Omit<
  ComponentProps<typeof TextArea>,
  'value' | 'onChange' | 'onPaste' | 'onDrop'
> {
  value: string;
  /** Where a large text came from, as a file's name; null for the clipboard. */
  source: string | null;
  /** UTF-8 bytes, once they are counted. */
  bytes: number | null;
  onChange: (text: string) => void;
  /** A text that came at once, by pasting or dropping. */
  onReplace: (text: string) => void;
  onRemove: () => void;
  /** A file dropped on the field. */
  onFile?: (file: File) => void;
}

/** A field for text of any length. A large text that arrives at once is not put into the field, where laying it out would hold up the page, but shown as a file would be. */
export function LargeText({
  label,
  value,
  source,
  bytes,
  onChange,
  onReplace,
  onRemove,
  onFile,
  ...area
}: LargeTextProps) {
  const [edited, setEdited] = useState(false);
  /** What takes the place of an element that had the focus takes the focus too. */
  const [focus, setFocus] = useState(false);
  // What is emptied or replaced by something short begins anew.
  if (edited && !isLarge(value)) setEdited(false);
  const arrive = (
    event: ClipboardEvent<HTMLTextAreaElement> | DragEvent<HTMLTextAreaElement>,
    text: string,
  ) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (!isLarge(text)) return;
    event.preventDefault();
    setEdited(false);
    setFocus(true);
    onReplace(value.slice(0, selectionStart) + text.replace(/\r\n?/g, '\n') + value.slice(selectionEnd));
  };
  if (isLarge(value) && !edited) {
    return (
      <LargeSummary
        label={label}
        value={value}
        source={source}
        bytes={bytes}
        focus={focus}
        onEdit={() => {
          setEdited(true);
          setFocus(true);
        }}
        onRemove={() => {
          setFocus(true);
          onRemove();
        }}
        onFile={onFile}
      />
    );
  }
  return (
    <TextArea
      {...area}
      autoFocus={focus}
      label={label}
      value={value}
      onChange={(event) => {
        const next = event.target.value;
        // Who types past the limit goes on typing; what came in one go is shown by its beginning.
        if (isLarge(next) && next.length - value.length < largeUnits / 2) setEdited(true);
        onChange(next);
      }}
      onPaste={(event) => arrive(event, event.clipboardData.getData('text/plain'))}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return arrive(event, event.dataTransfer.getData('text/plain'));
        if (!onFile) return;
        event.preventDefault();
        onFile(file);
      }}
    />
  );
}

/** Characters of a large text that are shown, and lines. */
const shownUnits = 1200;
const shownLines = 8;

type LargeSummaryProps = Pick<
  LargeTextProps,
  'label' | 'value' | 'source' | 'bytes' | 'onRemove' | 'onFile'
> & { focus: boolean; onEdit: () => void };

function LargeSummary({ label, value, source, bytes, focus, onEdit, onRemove, onFile }: LargeSummaryProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <section
      className={`stack gap-2 ${styles.large}`}
      aria-labelledby={id}
      onDragOver={(event) => {
        if (onFile && event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file || !onFile) return;
        event.preventDefault();
        onFile(file);
      }}
    >
      <h3 id={id} ref={heading} tabIndex={-1} className={styles.largeLabel}>
        {label}
      </h3>
      <p className={styles.largeName}>
        <strong>{source ?? 'Pasted text'}</strong>
        <span className="soft small">
          {format.count(value.length)} characters{bytes === null ? '' : `, ${format.bytes(bytes)}`}. All of it
          is used; its beginning:
        </span>
      </p>
      <pre
        className={styles.largeStart}
        dir="auto"
        tabIndex={0}
        aria-label={`Beginning of ${source ?? 'the pasted text'}`}
      >
        {beginning(value)}
      </pre>
      <div className="row">
        <Button onClick={onRemove}>Remove</Button>
        <Button tone="quiet" onClick={onEdit}>
          Edit as text
        </Button>
        <span className="soft small">
          A text of this length is slow to edit: the browser may stop for a second or two.
        </span>
      </div>
    </section>
  );
}

/** The first lines of a text, never ending in half a character. */
function beginning(text: string): string {
  const lines = text.slice(0, shownUnits).split('\n', shownLines).join('\n');
  return `${lines.replace(/[\ud800-\udbff]$/, '')}${lines.length < text.length ? ' …' : ''}`;
}

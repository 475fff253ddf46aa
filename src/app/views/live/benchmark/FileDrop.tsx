import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../../../components/Button';
import styles from './Benchmark.module.css';

interface FileDropProps {
  /** What the files are, for readers of screens. */
  label: string;
  accept: string;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

/** Files by button or by dropping them on this place. */
export function FileDrop({ label, accept, onFiles, children }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <div className="row">
        <Button onClick={() => picker.current?.click()}>Choose files …</Button>
        <input
          ref={picker}
          type="file"
          multiple
          accept={accept}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={label}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // The same file can be picked again after it was mended.
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        <span className="soft small">or drop them here</span>
        {children}
      </div>
    </div>
  );
}

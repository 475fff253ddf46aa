import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { Loading } from '../../components/Loading';
import { FileFault } from './FileFault';

interface FilePartProps {
  /** What is shown; another one starts without the fault of the one before. */
  of: string;
  /** What loads, in words, or what stands there until it has. */
  waiting: ReactNode;
  children: ReactNode;
}

/** A part that reads files: says that they load, and what went wrong; trying again reads them anew. */
export function FilePart({ of, waiting, children }: FilePartProps) {
  return (
    <ErrorBoundary resetKey={of} fallback={(error, retry) => <FileFault error={error} retry={retry} />}>
      <Suspense fallback={typeof waiting === 'string' ? <Loading what={waiting} /> : waiting}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}

import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { Loading } from '../../components/Loading';
import { FileFault } from '../shared/FileFault';
import { forgetTogether } from '../curves/loadTogether';

/** A part that reads the runs: says that they load, and what went wrong; trying again reads them anew. */
export function RunsPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      resetKey={name}
      fallback={(error, retry) => (
        <FileFault
          error={error}
          retry={() => {
            forgetTogether();
            retry();
          }}
        />
      )}
    >
      <Suspense fallback={<Loading what="the runs" />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

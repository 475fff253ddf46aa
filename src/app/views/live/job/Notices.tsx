import { Notice } from '../../../components/Notice';

/** What a run has to say beside its result. */
export function Notices({ notices }: { notices: readonly string[] }) {
  return notices.map((notice) => (
    <Notice key={notice} tone="warn">
      {notice}
    </Notice>
  ));
}

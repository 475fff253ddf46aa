import { DroppedNotice } from '../../components/Notice';
import { useParams } from '../../state/useParams';

const none = {};

/** At the head of a page without settings: names what a link asks of it all the same. */
export function NoParameters() {
  const { dropped } = useParams(none);
  return <DroppedNotice dropped={dropped} />;
}

import { TextField } from '../../components/TextField';
import { field, FilterBar, optionalField, type FilterField } from '../failures/FilterBar';
import { threadTitle, type ThreadsData } from './threadsData';
import { shows, showWords, type ThreadsListValues, type ThreadsMoves } from './threadsParams';

interface ListBarProps {
  data: ThreadsData;
  values: ThreadsListValues;
  set: ThreadsMoves['set'];
  /** The setup that outcomes depend on. */
  setup: FilterField;
}

/** What is listed: facts or messages, of which thread, found by what. */
export function ListBar({ data: { summary, messages }, values, set, setup }: ListBarProps) {
  return (
    <FilterBar
      fields={[
        ...(messages.messages.length > 0
          ? [
              field({
                label: 'List',
                value: values.list,
                options: [
                  { value: 'facts', label: 'facts' },
                  { value: 'messages', label: 'mixed messages' },
                ],
                onChange: (list) => set({ list, sort: [] }),
              }),
            ]
          : []),
        setup,
        field({
          label: 'Show',
          value: values.show,
          options: shows
            .filter((show) => values.list === 'facts' || show !== 'below')
            .map((value) => ({ value, label: showWords[value] })),
          onChange: (show) => set({ show }),
        }),
        optionalField({
          label: 'Thread',
          value: values.thread,
          none: 'all threads',
          options: summary.threads.map(({ id }, position) => ({
            value: id,
            label: threadTitle(summary, position),
          })),
          onChange: (thread) => set({ thread }),
        }),
      ]}
    >
      <TextField
        label="Find"
        type="search"
        value={values.find}
        onChange={(event) => set({ find: event.target.value }, { replace: true })}
      />
    </FilterBar>
  );
}

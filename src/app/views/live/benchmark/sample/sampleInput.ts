import { chamberRunbook } from './chamberRunbook';
import { lendingPolicy } from './lendingPolicy';
import { meetingNotes } from './meetingNotes';

const [policy, runbook, notes] = ['lending-policy.md', 'chamber-runbook.md', 'meeting-notes.txt'];

/** Three invented documents and ten questions with gold: a run that works at one click. */
export const sampleDocuments = [
  { id: policy, text: lendingPolicy },
  { id: runbook, text: chamberRunbook },
  { id: notes, text: meetingNotes },
] as const;

export const sampleQuestions: readonly {
  text: string;
  answers: readonly string[];
  document: string;
  family: string;
}[] = [
  {
    text: 'Is the monthly limit lifted for tomatoes after the spring fair?',
    answers: ['the limit is lifted for beans and peas'],
    document: policy,
    family: 'exception',
  },
  {
    text: 'May a grower borrow from a heritage lot of which 150 seeds are left?',
    answers: ['when fewer than two hundred seeds of a heritage lot are left, nobody borrows it'],
    document: policy,
    family: 'exception',
  },
  {
    text: 'How far from others of their kind must squash and maize be grown?',
    answers: ['four hundred metres'],
    document: policy,
    family: 'number',
  },
  {
    text: 'How many lots did the autumn count find?',
    answers: ['1,312 lots', '1,312'],
    document: notes,
    family: 'number',
  },
  {
    text: 'What does the new seal of the door cost?',
    answers: ['84 pounds'],
    document: notes,
    family: 'number',
  },
  {
    text: 'What is to be done when the fan is iced?',
    answers: ['switch the unit off at the grey switch, wait forty minutes, switch it on again'],
    document: runbook,
    family: 'procedure',
  },
  {
    text: 'Who is called when the breaker trips twice?',
    answers: ['Maud Ferrier'],
    document: runbook,
    family: 'procedure',
  },
  {
    text: 'Why are there no fines?',
    answers: ['they kept away the very people who had lost a crop'],
    document: policy,
    family: 'reason',
  },
  {
    text: 'How much time is left to act when the electricity fails at night?',
    answers: ['about five hours if it stays shut'],
    document: runbook,
    family: 'other words',
  },
  {
    text: 'Which relative helps out for the colleague who is ill?',
    answers: ['Bartek will take her half to his sister in Ansty'],
    document: notes,
    family: 'other words',
  },
];

import { create } from 'zustand';
import { runBlend, type BlendRun, type PublishedBlend } from '../data/liveBlend';
import type { EmbedWith } from '../data/liveTasks';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';
import { newRunId, openRun } from './openedRuns';

export const reproduceJob = createLiveJob('reproduce');

/** The last run of the controlled experiment in this page; it is open beside the published ones under its id. */
export const useReproduced = create<{ run: BlendRun | null }>()(() => ({ run: null }));

/** Embeds the published texts with the chosen model, computes the six files and opens them. */
export async function reproduce(published: PublishedBlend, job: EmbedWith, hooks: JobHooks): Promise<void> {
  const startedAt = new Date();
  try {
    const run = await runBlend(published, job, { id: newRunId(startedAt), startedAt }, hooks);
    openRun({ entry: run.entry, files: run.files });
    useReproduced.setState({ run });
  } finally {
    void lookAtKeptVectors();
  }
}

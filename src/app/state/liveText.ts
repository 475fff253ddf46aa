import { create } from 'zustand';
import { keptTexts } from '../data/liveStore';

interface LiveText {
  stored: string;
  message: string;
  /** Name of the file that the stored text came from; null for what was typed or pasted. */
  source: string | null;
  /** Whether the text is kept on this device, by the reader's choice. */
  kept: boolean;
  /** Why it could not be kept. */
  refusal: string | null;
  /** Whether the live panel is to search as soon as it is opened. */
  searchOnArrival: boolean;
}

/** What the reader pasted. In memory only, unless kept. */
export const useLiveText = create<LiveText>()(() => ({
  stored: '',
  message: '',
  source: null,
  kept: false,
  refusal: null,
  searchOnArrival: false,
}));

/** The live panel searches when it is opened next, as if its button were pressed there. */
export function searchOnArrival(): void {
  useLiveText.setState({ searchOnArrival: true });
}

const key = 'method';
const saveAfterMs = 400;
let saving: ReturnType<typeof setTimeout> | undefined;
let restored = false;

/** Brings back what was kept on an earlier visit, unless something was typed meanwhile. */
export async function restoreText(): Promise<void> {
  if (restored) return;
  restored = true;
  const kept = await keptTexts.get(key);
  const { stored, message } = useLiveText.getState();
  if (kept && stored === '' && message === '') useLiveText.setState({ ...kept, kept: true });
}

export function setText(patch: Partial<Pick<LiveText, 'stored' | 'message' | 'source'>>): void {
  useLiveText.setState(patch);
  if (!useLiveText.getState().kept) return;
  clearTimeout(saving);
  saving = setTimeout(() => void save(), saveAfterMs);
}

/** Keeps the text on this device from now on. */
export async function keepOnDevice(): Promise<void> {
  useLiveText.setState({ kept: true, refusal: null });
  await save();
}

/** Deletes what is kept; the text stays in the page. */
export async function deleteFromDevice(): Promise<void> {
  clearTimeout(saving);
  useLiveText.setState({ kept: false, refusal: null });
  try {
    await keptTexts.remove(key);
  } catch (error) {
    useLiveText.setState({ refusal: (error as Error).message });
  }
}

async function save(): Promise<void> {
  const { stored, message } = useLiveText.getState();
  try {
    await keptTexts.keep(key, { stored, message });
  } catch (error) {
    useLiveText.setState({ kept: false, refusal: (error as Error).message });
  }
}

import { createContext } from 'react';
import type { ChosenProvider } from './useProviderChoice';

/** The model that the live panel's modes run with, for what is beside every run. */
export const ChosenContext = createContext<ChosenProvider | null>(null);

/** The public door of `core`: every name that outside code may rely on. */
export type * from './units';

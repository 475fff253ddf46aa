/** Lets waiting events be handled; resolved promises alone would not. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Says what is being waited for; quiet for screen readers until it lasts. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="soft" role="status">
      Loading {what} …
    </p>
  );
}

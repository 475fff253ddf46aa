export function ReproduceMode() {
  return null;
}

/** Numbers of which the lowest comes out first. */
export class KeyHeap {
  size = 0;
  #keys = new Float64Array(1024);

  push(key: number): void {
    if (this.size === this.#keys.length) {
      const grown = new Float64Array(this.size * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    const keys = this.#keys;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  /** The lowest; there must be one. */
  pop(): number {
    const keys = this.#keys;
    const top = keys[0]!;
    const key = keys[--this.size]!;
    let at = 0;
    for (let child = 1; child < this.size; child = 2 * at + 1) {
      if (child + 1 < this.size && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
    return top;
  }
}

import 'fake-indexeddb/auto'
import { deserialize, serialize } from 'node:v8'
import { IDBFactory } from 'fake-indexeddb'

/** An empty IndexedDB and `structuredClone`, which jsdom both lacks. */
export function freshIndexedDb(): void {
  globalThis.structuredClone = (value) => deserialize(serialize(value))
  globalThis.indexedDB = new IDBFactory()
}

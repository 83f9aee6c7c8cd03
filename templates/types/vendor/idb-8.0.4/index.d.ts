/** What the tablet uses of idb: IndexedDB with promises. */

export interface Index {
  getAll(query?: unknown): Promise<any[]>;
}

export interface ObjectStore extends Index {
  createIndex(name: string, keyPath: string): Index;
  index(name: string): Index;
  get(key: unknown): Promise<any>;
  put(value: unknown, key?: unknown): Promise<any>;
  delete(key: unknown): Promise<void>;
}

export interface Transaction {
  readonly done: Promise<void>;
  objectStore(name: string): ObjectStore;
}

export interface Database {
  createObjectStore(name: string, options?: { keyPath?: string; autoIncrement?: boolean }): ObjectStore;
  transaction(stores: string[], mode?: "readonly" | "readwrite", options?: { durability?: string }): Transaction;
  count(store: string): Promise<number>;
  get(store: string, key: unknown): Promise<any>;
  getAll(store: string): Promise<any[]>;
  put(store: string, value: unknown, key?: unknown): Promise<any>;
  delete(store: string, key: unknown): Promise<void>;
  close(): void;
}

export function openDB(name: string, version: number, handlers: { upgrade(db: Database): void }): Promise<Database>;

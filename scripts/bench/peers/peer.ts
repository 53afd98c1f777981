import type { Cluster } from '../../postgres.ts'
import type { Figures } from '../http-load.ts'
import type { Connection } from '../connection.ts'

/** Where products are measured: one PostgreSQL cluster with a database for each, reached over TCP. */
export interface Place {
  cluster: Cluster
  host: string
  port: number
  user: string
  /** Creates an empty database and returns its address. */
  createDatabase(name: string): Promise<string>
  /** Number of orders that each product has before it is measured. */
  orders: number
}

/** Something that a product does for one order or one list. */
export interface PeerOperation {
  kind: 'order' | 'list'
  name: string
  /** Number of HTTP requests that it takes. */
  requests: number
  /** The query that counts placed orders; undefined when it changes nothing. */
  counted_by?: string
  /** Does it and returns the status of the last response; undefined when nothing is left to do. */
  once(connection: Connection): Promise<number | undefined>
}

/** A product that is running and loaded. */
export interface RunningPeer {
  url: string
  database: string
  operations: readonly PeerOperation[]
  /** Returns the processor time of its process up to now, in ms. */
  cpuMs(): number | Promise<number>
  /** Waits until the work that it left for after its responses is done. */
  settled(): Promise<void>
}

/** A product that can be measured. `with` loads and starts it, and stops it after `run`. */
export interface Peer {
  name: string
  with<Result>(place: Place, run: (running: RunningPeer) => Promise<Result>): Promise<Result>
}

/** What an operation of a product takes, each figure for one order or list; times in ms. */
export interface PeerMeasured {
  peer: string
  kind: PeerOperation['kind']
  name: string
  requests: number
  http: Figures
  statements: number
  node_cpu_ms: number
  database_cpu_ms: number
}

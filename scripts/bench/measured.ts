import type { Figures } from './http-load.ts'
import type { Cost } from './meter.ts'
import type { NeighbourFigures } from './neighbour.ts'
import type { Operation } from './operations.ts'
import type { LifeFigures } from './shipment-life.ts'

/** One operation through HTTP and as a lean statement; `cost` is null on the embedded database. */
export interface Measured {
  operation: Operation
  http: Figures
  cost: Cost | null
  lean: { per_second: number; cost: Cost } | null
}

/** All measurements on one database. */
export interface Run {
  title: string
  rows: Measured[]
  loaded_s: number
  /** Memory of the product at the end, in bytes. */
  rss: number
  life: LifeFigures | null
  neighbour: NeighbourFigures | null
}

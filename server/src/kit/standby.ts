import type { Connections } from './connections.ts'
import type { LogPosition, ReadPosition } from './log-position.ts'

/** A copy of the database that a request may read from when it stores nothing. */
export interface Standby {
  readonly connections: Connections
  /** Why nothing is read from it; `null` when it is in use. */
  readonly problem: string | null
  /** Whether a request of this company may read from it, so that it finds everything that it must be able to read. */
  isUsable(providerId: number, position: ReadPosition): Promise<boolean>
  /** Notes that a company’s data changed at this position. */
  remember(providerId: number, position: LogPosition): void
  /** Returns the newest position of a company that this process knows. */
  neededBy(providerId: number): LogPosition
  /** Returns where the log of the server that writes ends now. */
  primaryEnd(): Promise<LogPosition>
  /** Leaves it unused until it answers again. */
  leave(problem: string): void
}

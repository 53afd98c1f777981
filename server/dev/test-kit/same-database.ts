import type { Connections } from '../../src/kit/connections.ts'
import type { ReadPosition } from '../../src/kit/log-position.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Standby } from '../../src/kit/standby.ts'

/** A standby that is the same database. It notes what it was asked for; `fail` makes its connections fail. */
export class SameDatabase implements Standby {
  readonly #runtime: Runtime
  problem: string | null = null
  fail: Error | null = null
  readonly asked: ReadPosition[] = []
  readonly remembered: number[] = []
  opened = 0

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  get connections(): Connections {
    const { connections } = this.#runtime
    return {
      waiting: (workload) => connections.waiting(workload),
      opening: () => '',
      connect: async (workload, company) => {
        this.opened += 1
        if (this.fail) throw this.fail
        return await connections.connect(workload, company)
      },
    }
  }

  async isUsable(_providerId: number, position: ReadPosition): Promise<boolean> {
    this.asked.push({ ...position })
    return this.problem === null && position.seen !== Infinity
  }

  remember(_providerId: number, position: number): void {
    this.remembered.push(position)
  }

  neededBy(): number {
    return Math.max(0, ...this.remembered)
  }

  async primaryEnd(): Promise<number> {
    return this.neededBy()
  }

  leave(problem: string): void {
    this.problem = problem
  }
}

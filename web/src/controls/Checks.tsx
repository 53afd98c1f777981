import { useQuery } from '@tanstack/react-query'
import { IconRefresh } from '../kit/icons/icons.ts'
import { controlsApi } from '@waybill/domain/controls/api'
import type { Check } from '@waybill/domain/controls/model'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import styles from './checks.module.css'

/** The rules that the data of the company satisfies, with their last results, and a button to check them now. */
export function Checks() {
  const me = useMe()
  const query = useQuery(endpointQuery(controlsApi.checks, {}))
  const run = useEndpointMutation(controlsApi.runChecks, {
    refresh: [controlsApi.checks],
    done: ({ checks }) => {
      const broken = checks.filter(isBroken).length
      if (broken === 0) toast.success(`All ${checks.length} rules hold`)
      else toast.error(`${formatCount(broken)} of ${checks.length} rules are broken`)
    },
  })
  return (
    <Card
      title="Rules that the data satisfies"
      note={query.data && whenRun(query.data.checks)}
      flush
      actions={
        mayCall(me, controlsApi.runChecks) && (
          <Button icon={IconRefresh} busy={run.isPending} onClick={() => run.mutate({})}>
            Check now
          </Button>
        )
      }
    >
      {query.isPending && <Loading />}
      {query.error && (
        <RegionError what="The rules" thrown={query.error} onRetry={() => void query.refetch()} />
      )}
      <ul>
        {query.data?.checks.toSorted(brokenFirst).map((check) => (
          <CheckRow key={check.number} of={check} />
        ))}
      </ul>
    </Card>
  )
}

function CheckRow({ of: check }: { of: Check }) {
  const { name, means, remedy, rows_broken, sample } = check
  return (
    <li className={styles.check}>
      <span className={styles.name}>
        <strong>{name}</strong>
        <CheckBadge of={check} />
      </span>
      <span className={styles.means}>{means}</span>
      {isBroken(check) && (
        <>
          <span className={styles.remedy}>{remedy}</span>
          <ul className={styles.rows}>
            {sample.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
          {(rows_broken ?? 0) > sample.length && (
            <span className={styles.means}>
              The first {sample.length} of {formatCount(rows_broken ?? 0)} rows.
            </span>
          )}
        </>
      )}
    </li>
  )
}

function CheckBadge({ of: { rows_broken } }: { of: Check }) {
  if (rows_broken === null) return <StatusBadge family="grey" label="Not checked yet" />
  return rows_broken === 0 ? (
    <StatusBadge family="green" label="Holds" mark="tick" />
  ) : (
    <StatusBadge family="red" label={`${formatCount(rows_broken)} broken`} />
  )
}

const isBroken = ({ rows_broken }: Check): boolean => (rows_broken ?? 0) > 0
const brokenFirst = (one: Check, other: Check): number => Number(isBroken(other)) - Number(isBroken(one))

function whenRun(checks: readonly Check[]): string {
  const times = checks.flatMap(({ time_run }) => time_run?.getTime() ?? [])
  return times.length === 0
    ? 'Checked every night.'
    : `Checked every night, last on ${formatDateTime(new Date(Math.max(...times)))}.`
}

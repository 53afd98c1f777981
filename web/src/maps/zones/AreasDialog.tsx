import { useQuery } from '@tanstack/react-query'
import { dayDriversApi, type DayArea } from '@waybill/domain/maps/day-drivers-api'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField, type Option } from '../../kit/form/choices/SelectField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import styles from './areas-dialog.module.css'

/** The value of the choice that gives an area back to its usual drivers. */
const usual = ''

/** Dialog with the areas of a branch on a day, each with its driver, to give areas to other drivers for that day. */
export function AreasDialog({
  about,
  onClose,
  onGiven,
}: {
  about: { date: string | undefined; branch_id: number | undefined }
  onClose: () => void
  /** Called after an area was given to someone. */
  onGiven: () => void
}) {
  const me = useMe()
  const query = useQuery(endpointQuery(dayDriversApi.list, about))
  const give = useGiveArea(onGiven)
  const mayEdit = mayCall(me, dayDriversApi.give)
  const { data } = query
  const choices = (data?.drivers ?? []).map(choiceOf)
  return (
    <Modal
      title={data ? `Areas on ${dayText(data.date)}` : 'Areas'}
      onClose={onClose}
      width="wide"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p className={styles.note}>
        Give an area to another driver for this day. Stops that have not been loaded follow within a minute.
        Stops that someone gave to other drivers stay with them.
      </p>
      {query.error && !data && (
        <RegionError thrown={query.error} what="The list of areas" onRetry={() => void query.refetch()} />
      )}
      {!query.error && !data && <Loading lines={6} onRetry={() => void query.refetch()} />}
      {data?.areas.length === 0 && (
        <EmptyState title="No areas of drivers.">Draw them under Maps, then choose their drivers.</EmptyState>
      )}
      <ul className={styles.areas}>
        {data?.areas.map((area) => (
          <li key={area.zone_id} className={styles.area}>
            <div className={styles.about}>
              <strong>{area.name}</strong>
              <span className={styles.quiet}>
                {[area.routing_number, area.branch_name].filter(Boolean).join(' · ')}
              </span>
              <span className={styles.quiet}>{usualText(area)}</span>
              {area.given && (
                <StatusBadge family="blue" label={`Given by ${area.given.given_by_name}`} size="compact" />
              )}
              {!area.driver && (
                <StatusBadge family="yellow" mark="alert" label="Nobody on duty" size="compact" />
              )}
            </div>
            {mayEdit ? (
              <SelectField<string, string>
                {...standaloneField(
                  `area-${area.zone_id}`,
                  area.given?.username ?? usual,
                  (username: string) => give.mutate({ zone_id: area.zone_id, day: data.date, username }),
                )}
                label={`Driver of ${area.name}`}
                hideLabel
                options={[{ value: usual, label: 'As usual' }, ...withGiven(choices, area)]}
              />
            ) : (
              <span>{area.driver?.name}</span>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** The call that gives an area to a driver for a day, with a message about the result. */
export function useGiveArea(onGiven: () => void) {
  return useEndpointMutation(dayDriversApi.give, {
    refresh: [dayDriversApi.list],
    done: (area) => {
      toast.success(
        area.given ? `${area.name} is given to ${area.given.name}` : `${area.name} is with its usual drivers`,
      )
      onGiven()
    },
  })
}

/** Returns a driver as a choice. */
export function choiceOf(driver: {
  username: string
  name: string
  branch_name: string
  on_duty: boolean
}): Option<string> {
  const about = [driver.branch_name, driver.on_duty ? '' : 'off duty'].filter(Boolean).join(', ')
  return { value: driver.username, label: about ? `${driver.name} (${about})` : driver.name }
}

/** The driver who has the area stays a choice when he or she is of another branch. */
function withGiven(choices: readonly Option<string>[], { given }: DayArea): readonly Option<string>[] {
  return given && !choices.some(({ value }) => value === given.username)
    ? [...choices, { value: given.username, label: given.name }]
    : choices
}

function usualText({ usual: drivers }: DayArea): string {
  return drivers.length === 0
    ? 'No usual driver'
    : `Usually ${drivers.map(({ name }) => name).join(', then ')}`
}

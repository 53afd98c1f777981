import { useQuery } from '@tanstack/react-query'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayDriversApi, type DayDriver } from '@waybill/domain/maps/day-drivers-api'
import { endpointQuery } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { shortDay } from '../../kit/ui/values/moments.ts'
import { choiceOf, useGiveArea } from './AreasDialog.tsx'
import styles from './day-drivers-card.module.css'

interface Giving {
  day: string | null
  username: string | null
}

/** The days on which an area is given to another driver, and the form to give it. */
export function DayDriversCard({ zone_id }: { zone_id: number }) {
  const me = useMe()
  const query = useQuery({
    ...endpointQuery(dayDriversApi.list, { zone_id }),
    enabled: mayCall(me, dayDriversApi.list),
  })
  const today = dayOf(new Date())
  const initial: Giving = { day: today, username: null }
  const form = useForm<Giving>({
    initial,
    check: ({ day, username }) => {
      const missing = [
        ...(day === null ? [{ field: 'day', message: 'Choose the day.' }] : []),
        ...(username === null ? [{ field: 'username', message: 'Choose the driver.' }] : []),
      ]
      return missing.length === 0 ? true : missing
    },
  })
  const give = useGiveArea(() => form.reset(initial))
  const { data } = query
  if (!data || data.areas.length === 0) return null
  const mayEdit = mayCall(me, dayDriversApi.give)
  return (
    <Card
      title="Other driver for a day"
      note={data.given.length > 0 ? `${data.given.length} from today on` : ''}
    >
      {data.given.length === 0 ? (
        <p className={styles.quiet}>Always with its usual drivers.</p>
      ) : (
        <ul className={styles.days}>
          {data.given.map((given) => (
            <GivenDay
              key={given.day}
              given={given}
              onBack={mayEdit ? () => give.mutate({ zone_id, day: given.day, username: '' }) : null}
            />
          ))}
        </ul>
      )}
      {mayEdit && (
        <FormPanel
          form={form}
          saving={give.isPending}
          error={give.error}
          submit="Give for this day"
          onSubmit={({ day, username }) => {
            if (day !== null && username !== null) give.mutate({ zone_id, day, username })
          }}
        >
          <DateField {...form.field('day')} label="Day" from={today} />
          <SelectField<string, string | null>
            {...form.field('username')}
            label="Driver for the day"
            options={data.drivers.map(choiceOf)}
          />
        </FormPanel>
      )}
    </Card>
  )
}

function GivenDay({ given, onBack }: { given: DayDriver; onBack: (() => void) | null }) {
  const day = shortDay(given.day, new Date())
  return (
    <li className={styles.day}>
      <span className={styles.when}>{day}</span>
      <span className={styles.who}>
        {given.name}
        <span className={styles.quiet}> given by {given.given_by_name}</span>
      </span>
      {onBack && (
        <Button size="xs" aria-label={`Give back ${day}`} onClick={onBack}>
          Give back
        </Button>
      )}
    </li>
  )
}

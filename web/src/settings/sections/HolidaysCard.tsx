import { nationalHolidays, type Holiday } from '@waybill/domain/kit/dates/national-holidays'
import { ratesApi } from '@waybill/domain/rates/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { IconPlus, IconX } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { useEndpointMutation } from '../../kit/api/use-endpoint-mutation.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { withHolidays } from './holidays.ts'
import settings from '../settings.module.css'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './holidays-card.module.css'

/**
 * The public holidays of a year: the national holidays without those the company works on, and the company’s own
 * (SET-055).
 */
export function HolidaysCard() {
  const me = useMe()
  const query = useQuery(endpointQuery(ratesApi.holidays, {}))
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const [added, setAdded] = useState<Holiday>({ date: '', description: '' })
  const save = useEndpointMutation(ratesApi.replaceHolidays, { refresh: [ratesApi.holidays] })
  if (query.isPending) return <Loading lines={3} />
  if (query.isError)
    return (
      <RegionError thrown={query.error} what="The public holidays" onRetry={() => void query.refetch()} />
    )
  const all: readonly Holiday[] = query.data.holidays
  const shown = all.filter(({ date }) => date.startsWith(String(year)))
  const mayChange = mayCall(me, ratesApi.replaceHolidays)
  const replace = (next: readonly Holiday[], message: string): void =>
    save.mutate([...next], { onSuccess: () => toast.success(message) })
  const isThere = all.some(({ date }) => date === added.date)
  const missing = nationalHolidays(year).filter(({ date }) => !shown.some((one) => one.date === date))
  return (
    <div className={`${settings.setting} ${settings.isWide}`} data-setting="public_holidays">
      <div className={settings.words}>
        <span className={settings.title}>Public holidays</span>
        <span className={settings.description}>
          Estimated dates skip these days. Every year has the public holidays of South Africa; take away those
          you work on, and add your own. A year without any day has those of the law. Changes are saved at
          once.
        </span>
      </div>
      <div className={styles.holidays}>
        <div className={styles.holidayTools}>
          <SelectField
            {...standaloneField('holiday_year', year, setYear)}
            label="Year"
            hideLabel
            size="sm"
            width={112}
            options={[-1, 0, 1, 2, 3, 4, 5].map((by) => ({
              value: thisYear + by,
              label: String(thisYear + by),
            }))}
          />
          {mayChange && missing.length > 0 && (
            <Button
              size="sm"
              busy={save.isPending}
              onClick={() => replace(withHolidays(all, missing), `National holidays of ${year} restored`)}
            >
              {`Restore national holidays of ${year}`}
            </Button>
          )}
        </div>
        <ul className={styles.days} aria-label={`Public holidays of ${year}`}>
          {shown.map(({ date, description }) => (
            <li className={styles.daysItem} key={date}>
              <span className="tabular">{dayText(date)}</span>
              <span>{description}</span>
              {mayChange && (
                <IconButton
                  icon={IconX}
                  size="xs"
                  variant="ghost"
                  label={`Remove ${description || dayText(date)}`}
                  onClick={() =>
                    replace(
                      all.filter((one) => one.date !== date),
                      `${description || dayText(date)} removed`,
                    )
                  }
                />
              )}
            </li>
          ))}
          {shown.length === 0 && (
            <li className={cx(settings.none, styles.daysItem)}>{`No holidays in ${year} yet.`}</li>
          )}
        </ul>
        {mayChange && (
          <form
            className={styles.holidayTools}
            onSubmit={(event) => {
              event.preventDefault()
              if (added.date === '' || isThere) return
              replace(withHolidays(all, [added]), 'Holiday added')
              setAdded({ date: '', description: '' })
            }}
          >
            <DateField
              {...standaloneField<string | null>('holiday_date', added.date || null, (date) =>
                setAdded({ ...added, date: date ?? '' }),
              )}
              label="Day of a holiday"
              hideLabel
              size="sm"
              width={160}
            />
            <TextField
              {...standaloneField('holiday_name', added.description, (description) =>
                setAdded({ ...added, description }),
              )}
              label="Name of a holiday"
              hideLabel
              size="sm"
              placeholder="Name"
              width={240}
              maxLength={200}
            />
            <Button
              size="sm"
              icon={IconPlus}
              type="submit"
              reason={
                added.date === ''
                  ? 'Choose the day first.'
                  : isThere
                    ? `${dayText(added.date)} is already in the list.`
                    : null
              }
            >
              Add
            </Button>
          </form>
        )}
      </div>
    </div>
  )
}

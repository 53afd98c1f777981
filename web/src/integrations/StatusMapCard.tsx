import { IconPlus, IconTrash } from '../kit/icons/icons.ts'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import { codeKey, mappable_statuses } from '@waybill/domain/integrations/status-map'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import { statusText } from './labels.tsx'
import shared from './integrations.module.css'
import styles from './status-map-card.module.css'

interface Values {
  map: { code: string; status: string }[]
}

const status_options = [
  { value: 'tells', label: 'Information only, no status change' },
  ...mappable_statuses.map((status) => ({ value: status, label: statusText(status) })),
]

/** The status map of a provider’s codes; codes that it has sent and that are not mapped yet come first. */
export function StatusMapCard({ of }: { of: Integration }) {
  const me = useMe()
  const form = useForm<Values>({
    initial: { map: of.status_map.map(({ code, status }) => ({ code, status: status || 'tells' })) },
    check: ({ map }) =>
      map.flatMap(({ code }, at) => {
        const field = `map.${at}.code`
        if (code.trim() === '') return [{ field, message: 'Give the line a code, or remove it.' }]
        const first = map.findIndex((one) => codeKey(one.code) === codeKey(code))
        return first === at ? [] : [{ field, message: 'This code is listed twice.' }]
      }),
  })
  const save = useEndpointMutation(integrationsApi.change, {
    inForm: true,
    refresh: [integrationsApi.list],
    done: () => {
      toast.success('Status map saved')
      form.reset(form.values)
    },
  })
  const { map } = form.values
  const waiting = of.unmapped.filter(({ code }) => !map.some((one) => codeKey(one.code) === codeKey(code)))
  const may = mayCall(me, integrationsApi.change)
  const add = (code: string): void => form.set('map', [...map, { code, status: 'tells' }])
  return (
    <Stack>
      {waiting.length > 0 && (
        <Card title="Unmapped codes" note={String(waiting.length)} flush>
          <ul className={shared.rows}>
            {waiting.map(({ code, count, last_time }) => (
              <li key={code} className={shared.row}>
                <div className={shared.about}>
                  <div className={shared.name}>{code}</div>
                  <div className={shared.quiet}>
                    {count === 1 ? 'Once' : `${count} times`}, last <When at={last_time} />
                  </div>
                </div>
                {may && (
                  <Button size="sm" icon={IconPlus} onClick={() => add(code)} aria-label={`Map ${code}`}>
                    Map
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Status map" note="Their code, our status">
        <FormPanel
          form={form}
          saving={save.isPending}
          error={save.error}
          submit="Save status map"
          hideButtons={!may}
          onSubmit={({ map: lines }) =>
            save.mutate({
              id: of.id,
              version: of.version,
              status_map: lines.map(({ code, status }) => ({
                code: code.trim(),
                status: status === 'tells' ? '' : status,
              })),
            })
          }
        >
          {map.length === 0 && (
            <Notice variant="info">Codes that are not mapped stay in the history and change nothing.</Notice>
          )}
          {map.map((_line, at) => (
            <div key={at} className={styles.mapLine}>
              <TextField {...form.field(`map.${at}.code`)} label={`Code ${at + 1}`} mono maxLength={120} />
              <SelectField
                {...form.field(`map.${at}.status`)}
                label={`Means ${at + 1}`}
                options={status_options}
              />
              <IconButton
                label={`Remove line ${at + 1}`}
                icon={IconTrash}
                onClick={() => form.set('map', map.toSpliced(at, 1))}
              />
            </div>
          ))}
          {may && (
            <div>
              <Button size="sm" icon={IconPlus} onClick={() => add('')}>
                Add code
              </Button>
            </div>
          )}
        </FormPanel>
      </Card>
    </Stack>
  )
}

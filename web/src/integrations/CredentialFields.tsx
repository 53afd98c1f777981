import { provider_facts, type IntegrationProvider } from '@waybill/domain/integrations/providers'
import { mapsApi } from '@waybill/domain/maps/api'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../kit/api/index.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { mayCall, useMe } from '../kit/session/me.ts'

/**
 * Fields for the credentials of a provider. Stored secrets are displayed as `***` and stay unchanged until another
 * value is typed.
 */
export function CredentialFields({
  provider,
  fieldOf,
  off,
}: {
  provider: IntegrationProvider
  fieldOf: (key: string) => FieldBinding<string>
  off?: string | null
}) {
  return provider_facts[provider].credentials.map(({ key, label, hint, is_secret, is_required }) =>
    key === 'branch_id' ? (
      <BranchField key={key} binding={fieldOf(key)} off={off} />
    ) : (
      <TextField
        key={key}
        {...fieldOf(key)}
        label={label}
        hint={hint}
        optional={!is_required}
        mono={is_secret === true}
        maxLength={2000}
        autoComplete="off"
        off={off}
      />
    ),
  )
}

function BranchField({ binding, off }: { binding: FieldBinding<string>; off: string | null | undefined }) {
  const options = useBranchOptions()
  return (
    <SelectField
      {...binding}
      label="Branch"
      hint="Where the machine is."
      options={options}
      none=""
      off={off}
    />
  )
}

/** Returns the active branches as options, with their ids as text. */
export function useBranchOptions() {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(mapsApi.branches, { is_active: true }),
    enabled: mayCall(me, mapsApi.branches),
  })
  return (data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}

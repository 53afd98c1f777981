import { live_ticket } from '@waybill/domain/kit/live'
import { issueLiveTicket } from './sessions-and-keys/live-tickets.ts'
import { identityApi } from '@waybill/domain/identity/api'
import { challengeApi } from '@waybill/domain/identity/sign-in/challenge-api'
import { passkeysApi } from '@waybill/domain/identity/sign-in/passkeys-api'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { serve, serveExternal, type Handler } from '../kit/handler.ts'
import { changeKey, createKey, deleteKey, listKeys, rotateKey } from './sessions-and-keys/api-keys.ts'
import { createChallenge } from './sign-in/challenge.ts'
import { resetPassword, updatePassword } from './passwords/password-links.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginPasskeyStepUp,
  changePasskey,
  readPasskeys,
  removePasskey,
} from './second-factor/passkeys.ts'
import { checkNewPassword, register, resendCode } from './registration/register.ts'
import { endSession, readSessions, signOut } from './sessions-and-keys/sessions.ts'
import { signIn } from './sign-in/sign-in.ts'
import { readStepUpMethods, stepUp } from './second-factor/step-up.ts'
import { saveUserSettingRow, userSettings } from './store.ts'
import { readTerms } from './registration/terms.ts'
import { startThirdParty } from './sign-in/third-party.ts'
import {
  newRecoveryCodes,
  resetTwoFactor,
  setUpTwoFactor,
  switchOffTwoFactor,
} from './second-factor/two-factor.ts'
import { userRoutes } from './users-and-roles/users-routes.ts'

export { audited_role, audited_user } from './audited-store.ts'
export {
  branchesByName,
  changedMeanwhile,
  changeUserRow,
  deleteUser,
  ownerEmails,
  personName,
  staffWith,
} from './users-and-roles/users-store.ts'
export { addUser } from './users-and-roles/users.ts'
export {
  countUsersOfBranch,
  listDrivers,
  listPeople,
  listStaffWith,
  setDuty,
  staffIds,
  unknownDrivers,
  usersByBranch,
} from './users-and-roles/drivers-store.ts'
export { brandOf, logoLink } from './brand.ts'
export { consumeLiveTicket } from './sessions-and-keys/live-ticket-store.ts'
export {
  actorOf,
  guestOf,
  listEstablished,
  listProviders,
  sessionHolder,
  findTokenHolders,
  findTokenHolder,
  type ResolvedCredential,
  type ListedProvider,
} from './sessions-and-keys/token-holders.ts'
export { requireSolved } from './sign-in/challenge.ts'
export { claimOfHour } from './sign-in/limit-tries.ts'
export { requireListed } from './sessions-and-keys/key-addresses.ts'
export { impersonated, stillImpersonated } from './sessions-and-keys/impersonation.ts'
export { inviteUser, startInvitation } from './users-and-roles/invite-user.ts'
export { startReset } from './passwords/password-links.ts'
export { startOperatorLink } from './passwords/operator-link.ts'
export { hashPassword } from './passwords/password.ts'
export { clearSending } from './registration/register-store.ts'
export { startVerification } from './registration/register.ts'
export { requireFreshConfirmation } from './second-factor/fresh-confirmation.ts'
export { insertSession, savePassword } from './sign-in/sign-in-store.ts'
export { google, openIdThirdParty, type Issuer } from './sign-in/third-party-adapter.ts'
export { thirdPartyPort, type ThirdParty } from './sign-in/third-party-port.ts'
export { presentUser } from './users-and-roles/present-user.ts'
export { allowancesOf, findProvider, hasFeature } from './provider-store.ts'
export { insertApiKey, readKeyHolders } from './sessions-and-keys/api-keys-store.ts'
export { insertRole, insertUser, listRoles, readUser, userSettings } from './store.ts'

const readTime: Handler<typeof identityApi.time> = async (ctx) => ({ current_time: ctx.now })

const saveUserSetting: Handler<typeof identityApi.saveUserSetting> = async (ctx, { setting, value }) => {
  await saveUserSettingRow(ctx, setting, value)
  return { user_settings: await userSettings(ctx) }
}

export const identityRoutes = [
  serve(identityApi.time, readTime),
  serve(live_ticket, issueLiveTicket),
  serveExternal(identityApi.login, signIn),
  serveExternal(identityApi.startThirdParty, startThirdParty),
  serveExternal(registrationApi.register, register),
  serve(challengeApi.challenge, createChallenge),
  serve(registrationApi.checkPassword, checkNewPassword),
  serve(registrationApi.resendCode, resendCode),
  serve(registrationApi.terms, readTerms),
  serve(identityApi.resetPassword, resetPassword),
  serveExternal(identityApi.updatePassword, updatePassword),
  serveExternal(identityApi.setUpTwoFactor, setUpTwoFactor),
  serveExternal(identityApi.switchOffTwoFactor, switchOffTwoFactor),
  serveExternal(identityApi.newRecoveryCodes, newRecoveryCodes),
  serve(identityApi.resetTwoFactor, resetTwoFactor),
  serve(passkeysApi.list, readPasskeys),
  serveExternal(passkeysApi.begin, beginPasskey),
  serveExternal(passkeysApi.add, addPasskey),
  serve(passkeysApi.rename, changePasskey),
  serve(passkeysApi.remove, removePasskey),
  serveExternal(passkeysApi.signInOptions, beginPasskeySignIn),
  serveExternal(passkeysApi.stepUpOptions, beginPasskeyStepUp),
  serve(identityApi.stepUpMethods, readStepUpMethods),
  serveExternal(identityApi.stepUp, stepUp),
  serve(identityApi.sessions, readSessions),
  serve(identityApi.endSession, endSession),
  serve(identityApi.logout, signOut),
  serve(identityApi.saveUserSetting, saveUserSetting),
  ...userRoutes,
  serve(identityApi.apiKeys, listKeys),
  serve(identityApi.createApiKey, createKey),
  serve(identityApi.changeApiKey, changeKey),
  serve(identityApi.rotateApiKey, rotateKey),
  serve(identityApi.deleteApiKey, deleteKey),
]

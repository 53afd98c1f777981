export { answerBackup, backup_channel, runBackup, runRestore } from './command.ts'

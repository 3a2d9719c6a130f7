/** Whether to print stack traces, before the settings are read: they may be what fails. */
import { environment } from '../config/environment.ts'

export const wantsDebug = (): boolean => ['1', 'true'].includes(environment().CAIRN_DEBUG ?? '')

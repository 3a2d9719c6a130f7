/**
 * What secrets look like. Every pattern takes linear time: repetitions are bounded, or their characters cannot begin what follows.
 * A false alarm costs a word of an answer; a miss gives a secret away, so the patterns are broad.
 */

/** Keys and tokens that can be known by their form. The name is printed instead. */
export const tokenPatterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['AWS key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g],
  ['Google key', /\bAIza[\w-]{35}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/g],
  ['GitHub token', /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}/g],
  ['GitLab token', /\bgl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas|ffct)-[\w.-]{16,}/g],
  ['Slack token', /\bxox[a-z]-[\w-]{10,}|\bxapp-[\w-]{10,}|hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{16,}/g],
  ['Stripe key', /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[\w+/=-]{16,}/g],
  ['model key', /\bsk-[\w-]{16,}|\b(?:gsk_|hf_|r8_|xai-|pplx-|nvapi-|csk-)[\w-]{20,}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{30,}/g],
  ['package token', /\bpypi-[\w-]{32,}|\brubygems_[a-f0-9]{40,}|\bdckr_pat_[\w-]{20,}|\bcio[A-Za-z0-9]{32}\b/g],
  ['SendGrid key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  ['Twilio key', /\bSK[0-9a-f]{32}\b/g],
  ['Telegram token', /\b\d{8,10}:AA[\w-]{32,}/g],
  ['Discord token', /\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g],
  ['cloud token', /\bdo[opr]_v1_[a-f0-9]{64}|\bdapi[a-f0-9]{32}|\bhv[sbr]\.[\w-]{20,}|\bsbp_[a-f0-9]{40}|\bATATT3[\w=-]{20,}/g],
  [
    'service token',
    /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|\blin_api_\w{20,}|\b(?:NRAK|PMAK|HRKU)-[\w-]{20,}|\bkey-[0-9a-f]{32}\b/g,
  ],
  ['age key', /\bAGE-SECRET-KEY-1[0-9A-Z]{40,}/g],
  ['JWT', /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,}\.?[\w-]*/g],
]

/** Several lines of a key or certificate, without their first and last. */
export const encodedLines =
  /(?:^[ \t"'+#*]{0,20}[A-Za-z0-9+/]{60,76}["'\\n,+ \t]{0,10}\r?\n){2,}(?:[ \t"'+#*]{0,20}[A-Za-z0-9+/]{4,76}={0,2}$)?/gm

/** `Authorization: Bearer …` */
export const authorization = /\b((?:Bearer|Basic|Token)[ \t]{1,5})([\w.~+/=-]{12,})/g

/** `postgres://user:password@host` */
export const passwordInAddress = /\b([a-zA-Z][\w+.-]{1,30}:\/\/[^\s:@/'"`<>]{0,200}:)([^\s'"`/<>]{1,300})(?=@)/g

/** `?token=…` */
export const secretInQuery =
  /([?&;](?:[\w-]{0,30}(?:key|token|secret|password|passwd|pwd|signature)|sig|auth|code)=)([^&\s"'`#<>]{6,})/gi

/** `AccountKey=…;` in the connection strings of vendors. */
export const secretInConnection = /\b((?:Account|SharedAccess|Shared)Key=|(?:Password|Pwd)=)([^;\s"'`]{4,})/g

const secretName =
  '(?:pass(?:word|wd|phrase|code)|pwd|secret|credential|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|token)'
const nameEnd = '[\\w-]{0,40}["\'\\]]{0,2}'
const becomes = '[ \\t]{0,8}(?::=|=>|[:=])[ \\t]{0,8}'

/** `password = "…"`, `"apiKey": '…'` */
export const quotedAssignment = new RegExp(
  `(${secretName}${nameEnd}${becomes}(?:[rbuf]|new String\\()?)(["'\`])((?:\\\\.|(?!\\2)[^\\\\\\n]){1,500})\\2`,
  'gi',
)

/** `DB_PASSWORD=…`, as in a shell or an .env file: the rest of the word is the value. */
export const shellAssignment = new RegExp(
  `(\\b[A-Z0-9_]{0,60}${secretName.toUpperCase().replaceAll('[_-]', '_')}[A-Z0-9_]{0,40}=)([^\\s"'\`$<({][^\\s"'\`]{2,})`,
  'g',
)

/** `password: …`, as in YAML: a value without quotes, which may also be code. */
export const bareAssignment = new RegExp(`(${secretName}${nameEnd}${becomes})([A-Za-z0-9+/_~.!@#%^*=-]{6,})(?![\\w([{<.])`, 'gi')

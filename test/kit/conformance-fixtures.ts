/**
 * The tools, resources and prompts that the MCP conformance suite asks a server for, each as the suite describes it. Cairn has no
 * such tools, so the suite tests the transport of Cairn with them (`mcpOverHttp`).
 */

import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Answered = CallToolResult | InputRequiredResult
type Fixture = (context: ServerContext, args: Record<string, unknown>) => Answered | Promise<Answered>

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const
const embedded = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const

const elicit = (message: string, properties: Record<string, { type: string }>) => ({
  method: 'elicitation/create' as const,
  params: { mode: 'form' as const, message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } },
})
const sample = (words: string) => ({
  method: 'sampling/createMessage' as const,
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 100 },
})
const roots = { method: 'roots/list' as const, params: {} }
const need = (inputRequests: object, requestState?: string): InputRequiredResult =>
  ({ resultType: 'input_required', inputRequests, ...(requestState ? { requestState } : {}) }) as InputRequiredResult

const state = createRequestStateCodec<{ step: number }>({ key: 'a key that only this test knows, of 32 bytes or more' })

/** The content that the user filled in, if it has all of these fields. */
function filledIn({ mcpReq }: ServerContext, key: string, ...fields: string[]): Record<string, unknown> | undefined {
  const response = mcpReq.inputResponses?.[key] as { action?: string; content?: Record<string, unknown> } | undefined
  const { content } = response ?? {}
  return content && fields.every((field) => content[field] !== undefined) ? content : undefined
}
const given = ({ mcpReq }: ServerContext, key: string): unknown => mcpReq.inputResponses?.[key]
const stepOf = ({ mcpReq }: ServerContext): number => mcpReq.requestState<{ step: number }>()?.step ?? 0
const capabilitiesOf = ({ mcpReq }: ServerContext): Record<string, unknown> =>
  ((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>

const inputTools: Record<string, Fixture> = {
  test_input_required_result_elicitation: (context) => {
    const name = filledIn(context, 'user_name', 'name')?.name
    if (typeof name === 'string') return text(`Hello, ${name}!`)
    return need({ user_name: elicit('What is your name?', { name: { type: 'string' } }) })
  },
  test_input_required_result_sampling: (context) =>
    given(context, 'capital_question')
      ? text(JSON.stringify(given(context, 'capital_question')))
      : need({ capital_question: sample('What is the capital of France?') }),
  test_input_required_result_list_roots: (context) =>
    given(context, 'client_roots') ? text(JSON.stringify(given(context, 'client_roots'))) : need({ client_roots: roots }),
  test_input_required_result_request_state: async (context) =>
    stepOf(context) === 1 && filledIn(context, 'confirm', 'ok')
      ? text('state-ok')
      : need({ confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) }, await state.mint({ step: 1 })),
  test_input_required_result_multiple_inputs: async (context) => {
    const keys = ['user_name', 'greeting', 'client_roots']
    if (stepOf(context) === 1 && keys.every((key) => given(context, key))) return text('all three')
    const user_name = elicit('What is your name?', { name: { type: 'string' } })
    return need({ user_name, greeting: sample('Generate a greeting'), client_roots: roots }, await state.mint({ step: 1 }))
  },
  test_input_required_result_multi_round: async (context) => {
    const step = stepOf(context)
    if (step === 2 && filledIn(context, 'step2', 'color')) return text('three rounds')
    if (step === 1 && filledIn(context, 'step1', 'name')) {
      const step2 = elicit('Step 2: What is your favorite color?', { color: { type: 'string' } })
      return need({ step2 }, await state.mint({ step: 2 }))
    }
    return need({ step1: elicit('Step 1: What is your name?', { name: { type: 'string' } }) }, await state.mint({ step: 1 }))
  },
  test_input_required_result_tampered_state: async (context) =>
    stepOf(context) === 1
      ? text('state-ok')
      : need({ confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) }, await state.mint({ step: 1 })),
  test_input_required_result_capabilities: (context) => {
    const declared = capabilitiesOf(context)
    return need({
      ...(declared.sampling ? { greeting: sample('Generate a greeting') } : {}),
      ...(declared.elicitation ? { user_name: elicit('What is your name?', { name: { type: 'string' } }) } : {}),
    })
  },
}

const contentTools: Record<string, Fixture> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  json_schema_2020_12_tool: () => text('ok'),
}

const streamTools: Record<string, Fixture> = {
  test_tool_with_progress: async ({ mcpReq }) => {
    for (const progress of [0, 50, 100]) {
      const progressToken = mcpReq._meta?.progressToken
      const params = { progressToken, progress, total: 100 }
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params })
      await pause(50)
    }
    return text('done')
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words)
      await pause(50)
    }
    return text('done')
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'The client did not ask for this.')
    return text('done')
  },
  test_streaming_elicitation: () => need({ user_name: elicit('What is your name?', { name: { type: 'string' } }) }),
  test_missing_capability: (context) => {
    if (capabilitiesOf(context).sampling) return text('The client declared sampling.')
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
}

const tools: Record<string, Fixture> = { ...contentTools, ...streamTools, ...inputTools }

/** With the keywords of JSON Schema 2020-12 that the suite looks for. */
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ...{ if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] }, then: { required: ['phone'] } },
  else: { required: ['email'] },
  additionalProperties: false,
}

const user = (content: GetPromptResult['messages'][number]['content']): GetPromptResult['messages'][number] => ({
  role: 'user',
  content,
})

const prompts: Record<string, (context: ServerContext, args: Record<string, string>) => GetPromptResult | InputRequiredResult> = {
  test_simple_prompt: () => ({ messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })] }),
  test_prompt_with_arguments: (_, { arg1, arg2 }) => ({
    messages: [user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
  }),
  test_prompt_with_embedded_resource: (_, { resourceUri = '' }) => ({
    messages: [
      user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user({ type: 'text', text: 'Please process the embedded resource above.' }),
    ],
  }),
  test_prompt_with_image: () => ({ messages: [user(image), user({ type: 'text', text: 'Please analyze the image above.' })] }),
  test_input_required_result_prompt: (context) => {
    const filled = filledIn(context, 'user_context', 'context')
    if (filled) return { messages: [user({ type: 'text', text: String(filled.context) })] }
    return need({ user_context: elicit('What context should the prompt use?', { context: { type: 'string' } }) })
  },
}
const promptArguments: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

function read(uri: string): ReadResourceResult {
  if (uri === 'test://static-text')
    return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: pixel }] }
  const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text: data }] }
}

const unknown = (what: string, name: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${what} "${name}".`)

export function conformanceFixtures(): Server {
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} }
  const server = new Server(
    { name: 'fixtures', version: '1.0.0' },
    { capabilities, requestState: { verify: (text, context) => state.verify(text, context) } },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: 'A fixture of the conformance suite.',
      inputSchema: (name === 'json_schema_2020_12_tool' ? schema2020 : { type: 'object' }) as { type: 'object' },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools[params.name]
    if (!tool) throw unknown('tool', params.name)
    return tool(context, params.arguments ?? {})
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: 'A fixture of the conformance suite.',
      arguments: (promptArguments[name] ?? []).map((argument) => ({ name: argument, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts[params.name]
    if (!prompt) throw unknown('prompt', params.name)
    return prompt(context, params.arguments ?? {})
  })
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['testing'], total: 1, hasMore: false } }))
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' },
    ],
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => read(params.uri))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  return server
}

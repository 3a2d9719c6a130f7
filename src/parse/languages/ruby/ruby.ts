/** Ruby, as tables; functions of this folder handle the rest. */
import type { CodeLanguage } from '../../language.ts'
import { completeFile } from './complete-file.ts'
import { defineAlias } from './declare-accessors.ts'
import { declareCall, noteVisibility } from './declare-calls.ts'
import { completeDefinition, defineClass, defineMethod } from './declare-definitions.ts'
import {
  declareAssignment,
  declareLoop,
  declareOperatorAssignment,
  declareParameters,
  declarePattern,
  declareRescue,
} from './declare-values.ts'
import { mend } from './mend.ts'
import {
  useAlias,
  useAssignment,
  useCall,
  useConstant,
  useIdentifier,
  useScopeResolution,
  useSuper,
  useSuperclass,
} from './uses.ts'

const sample = `require 'a'
# Doc.
module A
  class B::C < D
    include E, F::G
    attr_accessor :h, :i
    J, K = 1, [2, *l]
    M = Struct.new(:n) { def o = n }
    class << self
      def p(q, r = 1, *s, t:, u: 2, **v, &w) = super
    end
    private def x?(y) = @z ||= y&.each { |a, (b, c)| puts "#{a} #{b[c]}" }
    def ==(other) other.is_a?(C) && !other.nil? end
    alias aa bb
  rescue E::F, G => e then raise
  ensure
    cc.dd += 1 unless ee
  end
end
case ff
in {gg: [Integer => hh, *]} if ii then ->(jj) { jj.() }
end
kk <<~LL, %w[m n], :o, /p#{q}/
  r #{s}
LL
`

export const ruby: CodeLanguage = {
  kind: 'code',
  grammar: 'ruby',
  sample,
  mend,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  // `text.ts` writes receivers: whether a bare name is a call depends on the variables known there.
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    class: defineClass,
    module: defineClass,
    singleton_class: { scope: 'class' },
    method: defineMethod,
    singleton_method: defineMethod,
    alias: defineAlias,
    call: declareCall,
    identifier: noteVisibility,
    assignment: declareAssignment,
    operator_assignment: declareOperatorAssignment,
    method_parameters: declareParameters,
    block_parameters: declareParameters,
    lambda_parameters: declareParameters,
    block: { scope: 'block' },
    do_block: { scope: 'block' },
    lambda: { scope: 'block' },
    for: declareLoop,
    rescue: declareRescue,
    in_clause: declarePattern,
    match_pattern: declarePattern,
    test_pattern: declarePattern,
  },
  use: {
    identifier: useIdentifier,
    constant: useConstant,
    scope_resolution: useScopeResolution,
    call: useCall,
    super: useSuper,
    superclass: useSuperclass,
    assignment: useAssignment,
    operator_assignment: useAssignment,
    alias: useAlias,
    undef: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}

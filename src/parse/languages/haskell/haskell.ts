/** Haskell, as tables; functions of this folder handle the rest. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import {
  declareAlias,
  declareClass,
  declareConstructor,
  declareData,
  declareField,
  declareInstance,
  declareSynonym,
} from './declare-types.ts'
import { declareBeside, declareClause, declareDeclarations, declareScope, declareSignature } from './declare-values.ts'
import { maskHaskell } from './mask.ts'
import { completeFile, declareHeader, declareImport } from './modules.ts'
import { skipTypeVariables } from './patterns.ts'
import {
  useApply,
  useClass,
  useDeriving,
  useFieldName,
  useInfixName,
  useInstance,
  useOperator,
  usePatterns,
  useQualified,
} from './uses.ts'

const sample = `{-# LANGUAGE LambdaCase #-}
-- | About it.
module A.B (Foo(..), bar, module X) where
import qualified Data.Map as M
import Data.List (sortBy, (\\\\\\\\))
-- | A foo.
data Foo a = Foo { name :: String, age :: !Int } | Bar Int (Maybe a) deriving (Show, Eq)
newtype W a = W { un :: a }
type T = M.Map String Int
class Show a => C a where { m :: a -> Int; m _ = 1; type A a }
instance C (Foo a) where m (Foo n _) = length n
data G a where MkG :: Int -> G Int
bar :: Int -> String -> IO ()
bar 0 _ = return ()
bar n s | n > 1, Just y <- f s = print y
        | otherwise = do { x <- getLine; let { z = h x }; M.insert z 1 \`seq\` mapM_ (\\\\q -> q) [a | a <- xs] }
  where h a = case a of { Foo { name = nm } -> nm; _ -> a { name = "y" } }
a <+> b = a + b
infixl 6 <+>
(p, q) = (1, 2)
foreign import ccall "sin" c_sin :: Double -> Double
$(derive ''Foo)
`

export const haskell: CodeLanguage = {
  kind: 'code',
  grammar: 'haskell',
  sample,
  mask: maskHaskell,
  comments: ['comment', 'haddock'],
  wrappers: ['foreign_import'],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    header: declareHeader,
    import: declareImport,
    declarations: declareDeclarations,
    class_declarations: declareDeclarations,
    instance_declarations: declareDeclarations,
    local_binds: declareDeclarations,
    function: declareClause,
    bind: declareClause,
    signature: declareSignature,
    data_type: declareData,
    newtype: declareData,
    type_synomym: declareAlias,
    type_family: declareAlias,
    data_family: declareAlias,
    type_instance: declareAlias,
    class: declareClass,
    instance: declareInstance,
    deriving_instance: declareInstance,
    data_constructor: declareConstructor,
    gadt_constructor: declareConstructor,
    newtype_constructor: declareConstructor,
    field: declareField,
    pattern_synonym: declareSynonym,
    lambda: declareScope,
    lambda_cases: declareScope,
    alternative: declareScope,
    let_in: { scope: 'block' },
    do: { scope: 'block' },
    match: { scope: 'block' },
    list_comprehension: { scope: 'block' },
    pattern_guard: declareBeside,
    generator: declareBeside,
    context: (node, file) => skipTypeVariables(node, file),
    type_application: (node, file) => skipTypeVariables(node, file),
    kind_signature: (node, file) => skipTypeVariables(node, file),
  },
  use: {
    variable: { name: 'reads' },
    // A function, because every JavaScript object has a property of this name.
    constructor: (node: NodeIndex, file: FileFactsBuilder) => file.useName(node, 'calls'),
    name: { name: 'uses_type' },
    operator: useOperator,
    constructor_operator: useOperator,
    qualified: useQualified,
    apply: useApply,
    infix_id: useInfixName,
    parens: { pass: '*' },
    deriving: useDeriving,
    instance: useInstance,
    deriving_instance: useInstance,
    class: useClass,
    function: usePatterns,
    alternative: usePatterns,
    lambda: usePatterns,
    bind: usePatterns,
    generator: usePatterns,
    pattern_guard: usePatterns,
    field_name: useFieldName,
    header: { skip: true },
    import: { skip: true },
    fixity: { skip: true },
    module: { skip: true },
    role_annotation: { skip: true },
  },
  declared: completeFile,
}

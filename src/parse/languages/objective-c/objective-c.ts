/** Objective-C: the tables of C, plus classes, protocols and messages. Its uses are found by name, not linked. */
import type { CodeLanguage } from '../../language.ts'
import { cDeclare, cReceiver, cUse } from '../c/c.ts'
import { completeDefinition } from '../c/complete.ts'
import { makeReady } from '../c/ready/ready.ts'
import {
  completeObjectiveFile,
  declareCaught,
  declareLoop,
  declareMethodParameter,
  declareModule,
  defineClass,
  defineMethod,
  defineProperties,
  defineProtocol,
  useHeritage,
  useMessage,
  useSelector,
} from './declare.ts'

const sample = `// Doc.
#import <Foundation/Foundation.h>
@import UIKit;
@class Brush;
@protocol Drawing <NSObject>
- (void)drawIn:(CGRect)rect at:(int)x;
@optional
@property (nonatomic, readonly) NSString *title, *other;
@end
@interface Shape : NSObject <Drawing> { int _side; }
@property (copy) void (^done)(int);
@end
@interface Shape (Extra)
+ (instancetype)make;
@end
@implementation Shape { int _x; }
@synthesize brush = _brush;
- (double)area:(int)a { [super area]; [self.brush dip:3 into:[Pen pen]]; return ^(int z) { return z; }; }
@end
static double helper(int x) { @try { NSLog(@"%@", @selector(area:)); } @catch (NSException *e) { } return @[@1, @{@"k": @2}]; }
`

export const objectiveC: CodeLanguage = {
  kind: 'code',
  grammar: 'objc',
  sample,
  mask: (text) => makeReady(text, { plusPlus: false }),
  comments: ['comment'],
  wrappers: ['linkage_specification', 'implementation_definition'],
  decorators: [],
  receiver: { ...cReceiver, replace: { ...cReceiver.replace, message_expression: '…' } },
  declare: {
    ...cDeclare,
    class_interface: defineClass,
    class_implementation: defineClass,
    protocol_declaration: defineProtocol,
    method_declaration: defineMethod,
    method_definition: defineMethod,
    method_parameter: declareMethodParameter,
    property_declaration: defineProperties,
    instance_variable: defineProperties,
    module_import: declareModule,
    block_literal: { scope: 'function' },
    catch_clause: declareCaught,
    for_statement: declareLoop,
  },
  use: {
    ...cUse,
    class_interface: useHeritage,
    protocol_declaration: useHeritage,
    message_expression: useMessage,
    selector_expression: useSelector,
    class_declaration: { intend: { '*': 'references' } },
    protocol_forward_declaration: { intend: { '*': 'references' } },
    property_attributes_declaration: { skip: true },
    property_implementation: { skip: true },
    module_import: { skip: true },
  },
  defined: completeDefinition,
  declared: completeObjectiveFile,
}

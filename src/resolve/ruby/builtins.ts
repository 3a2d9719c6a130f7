/** Constants and methods of Ruby itself. */

/** Always defined: a repo that reopens one of these does not define it. */
const core = words(`
  ARGF ARGV ArgumentError Array BasicObject Binding Class ClosedQueueError Comparable Complex ConditionVariable DATA Data Dir ENV EOFError
  Encoding EncodingError Enumerable Enumerator Errno Exception FalseClass Fiber FiberError File FileTest Float FloatDomainError FrozenError GC
  Hash IO IOError IndexError Integer Interrupt Kernel KeyError LoadError LocalJumpError Marshal MatchData Math Method Module Mutex NameError
  NilClass NoMatchingPatternError NoMatchingPatternKeyError NoMemoryError NoMethodError NotImplementedError Numeric Object ObjectSpace Proc
  Process Queue Ractor Random Range RangeError Rational RegexpError Regexp RubyVM RUBY_ENGINE RUBY_PLATFORM RUBY_VERSION RuntimeError STDERR
  STDIN STDOUT ScriptError SecurityError Signal SignalException SizedQueue StandardError StopIteration String Struct Symbol SyntaxError
  SystemCallError SystemExit SystemStackError Thread ThreadError ThreadGroup Time TracePoint TrueClass TypeError UnboundMethod
  UncaughtThrowError UnicodeNormalize Warning ZeroDivisionError`)

/** Defined once they are required, which many libraries do. */
const standard = words(`
  Abbrev Base64 Benchmark BigDecimal CGI CSV Coverage DRb Date DateTime Delegator Digest ERB Etc Fcntl FileUtils Find Forwardable GetoptLong
  IPAddr JSON Logger Monitor MonitorMixin Net Observable Open3 OpenSSL OpenStruct OptionParser PP PTY Pathname PrettyPrint Psych RbConfig
  Readline Resolv Ripper SecureRandom Set Shellwords SimpleDelegator Singleton Socket SocketError StringIO StringScanner TCPServer TCPSocket
  TSort Tempfile Timeout Tsort UDPSocket UNIXServer UNIXSocket URI WeakRef YAML Zlib`)

const methods = words(`
  Array Complex Float Hash Integer Rational String abort alias_method allocate ancestors assert at_exit attr attr_accessor attr_reader
  attr_writer autoload binding block_given? caller caller_locations catch class class_eval class_exec class_variable_get class_variable_set
  class_variables clone const_get const_missing const_set constants define_method define_singleton_method display dup enum_for eval exec exit
  exit! extend extended fail fork format freeze frozen? gem gets global_variables hash include include? included inherited initialize_copy
  inspect instance_eval instance_exec instance_method instance_methods instance_of? instance_variable_defined? instance_variable_get
  instance_variable_set instance_variables is_a? itself kind_of? lambda load local_variables loop method method_defined? method_missing methods
  module_eval module_function name new nil? object_id open p pp prepend prepended print printf private private_class_method private_constant
  private_instance_methods proc protected public public_class_method public_instance_methods public_method public_send putc puts raise rand
  readline readlines refine remove_const remove_instance_variable remove_method require require_relative respond_to? respond_to_missing?
  ruby2_keywords select send set_trace_func singleton_class singleton_method singleton_methods sleep spawn sprintf srand superclass syscall
  system tap test then throw to_enum to_s trap undef_method using warn yield_self __callee__ __dir__ __method__ __send__ binding.irb
  describe context it specify before after let subject expect eq allow receive shared_examples it_behaves_like include_examples`)

export const standardLibraries: ReadonlySet<string> = words(`
  English abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate did_you_mean digest drb erb error_highlight etc expect fcntl
  fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix monitor mutex_m net nkf objspace observer open-uri open3
  openssl optparse ostruct pathname pp prettyprint prime pstore psych pty rbconfig readline resolv ripper rubygems securerandom set
  shellwords singleton socket stringio strscan syslog tempfile time timeout tmpdir tsort un uri weakref yaml zlib`)

export const isCoreConstant = (name: string): boolean => core.has(name)
export const isBuiltinName = (name: string): boolean => core.has(name) || standard.has(name) || methods.has(name)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Functions, classes and constants that come with PHP and its common extensions. */

const functions = words(`
  abs acos acosh addcslashes addslashes array array_change_key_case array_chunk array_column array_combine array_count_values array_diff
  array_diff_assoc array_diff_key array_diff_uassoc array_diff_ukey array_fill array_fill_keys array_filter array_find array_flip
  array_intersect array_intersect_assoc array_intersect_key array_intersect_uassoc array_intersect_ukey array_is_list array_key_exists
  array_key_first array_key_last array_keys array_map array_merge array_merge_recursive array_multisort array_pad array_pop array_product
  array_push array_rand array_reduce array_replace array_replace_recursive array_reverse array_search array_shift array_slice array_splice
  array_sum array_udiff array_uintersect array_unique array_unshift array_values array_walk array_walk_recursive arsort asin asort assert
  atan atan2 base64_decode base64_encode base_convert basename bin2hex bindec boolval call_user_func call_user_func_array ceil chdir
  checkdate chgrp chmod chown chr chunk_split class_exists class_implements class_parents class_uses clearstatcache closedir closelog
  compact connection_aborted constant copy cos count crc32 ctype_alnum ctype_alpha ctype_cntrl ctype_digit ctype_graph ctype_lower
  ctype_print ctype_punct ctype_space ctype_upper ctype_xdigit curl_close curl_errno curl_error curl_exec curl_getinfo curl_init
  curl_multi_add_handle curl_multi_close curl_multi_exec curl_multi_getcontent curl_multi_info_read curl_multi_init
  curl_multi_remove_handle curl_multi_select curl_setopt curl_setopt_array curl_share_init curl_version current date
  date_default_timezone_get date_default_timezone_set date_parse debug_backtrace debug_zval_refcount decbin dechex decoct define defined
  deg2rad die dir dirname disk_free_space dl each empty end enum_exists error_clear_last error_get_last error_log error_reporting
  escapeshellarg escapeshellcmd eval exec exit exp explode extension_loaded extract fclose feof fflush fgetc fgetcsv fgets file
  file_exists file_get_contents file_put_contents fileatime filectime filemtime fileperms filesize filetype filter_input filter_var floor
  flock flush fmod fnmatch fopen forward_static_call fprintf fputcsv fputs fread fscanf fseek fsockopen fstat ftell ftruncate func_get_arg
  func_get_args func_num_args function_exists fwrite gc_collect_cycles gc_disable gc_enable get_called_class get_class get_class_methods
  get_class_vars get_debug_type get_declared_classes get_defined_constants get_defined_functions get_defined_vars get_headers
  get_include_path get_included_files get_loaded_extensions get_object_vars get_parent_class get_resource_id get_resource_type getcwd
  getdate getenv gethostbyname gethostname getmypid getopt gettype glob gmdate gmmktime gzcompress gzdecode gzdeflate gzencode gzinflate
  gzopen gzread gzuncompress hash hash_algos hash_equals hash_file hash_hmac header header_remove headers_list headers_sent hex2bin
  hexdec highlight_string hrtime html_entity_decode htmlentities htmlspecialchars htmlspecialchars_decode http_build_query
  http_response_code iconv iconv_strlen ignore_user_abort implode in_array inet_ntop inet_pton ini_get ini_set interface_exists
  intdiv intval ip2long is_a is_array is_bool is_callable is_countable is_dir is_executable is_file is_finite is_float is_infinite is_int
  is_integer is_iterable is_link is_nan is_null is_numeric is_object is_readable is_resource is_scalar is_string is_subclass_of
  is_uploaded_file is_writable is_writeable isset iterator_apply iterator_count iterator_to_array join json_decode json_encode
  json_last_error json_last_error_msg key key_exists krsort ksort lcfirst levenshtein libxml_clear_errors libxml_get_errors
  libxml_use_internal_errors link list localeconv localtime log log10 log1p long2ip ltrim mail max mb_check_encoding mb_convert_case
  mb_convert_encoding mb_detect_encoding mb_internal_encoding mb_str_pad mb_str_split mb_stripos mb_strlen mb_strpos mb_strrpos
  mb_strtolower mb_strtoupper mb_strwidth mb_substitute_character mb_substr mb_substr_count md5 md5_file memory_get_peak_usage
  memory_get_usage method_exists microtime min mkdir mktime move_uploaded_file mt_getrandmax mt_rand mt_srand natcasesort natsort next
  nl2br number_format ob_clean ob_end_clean ob_end_flush ob_flush ob_get_clean ob_get_contents ob_get_flush ob_get_level ob_get_status
  ob_start octdec opcache_get_status opendir openlog openssl_decrypt openssl_encrypt openssl_random_pseudo_bytes openssl_sign
  openssl_verify ord pack parse_ini_file parse_ini_string parse_str parse_url passthru password_get_info password_hash
  password_needs_rehash password_verify pathinfo pclose pcntl_alarm pcntl_async_signals pcntl_fork pcntl_signal pcntl_signal_dispatch
  pcntl_signal_get_handler pcntl_sigprocmask php_sapi_name php_uname phpinfo phpversion pi popen posix_getgid posix_getpid posix_getpwuid
  posix_getuid posix_isatty posix_kill pow preg_filter preg_grep preg_last_error preg_last_error_msg preg_match preg_match_all preg_quote
  preg_replace preg_replace_callback preg_replace_callback_array preg_split prev print print_r printf proc_close proc_get_status proc_open
  proc_terminate property_exists putenv quoted_printable_decode quoted_printable_encode quotemeta rad2deg rand random_bytes random_int
  range rawurldecode rawurlencode readdir readfile readline readlink realpath realpath_cache_size register_shutdown_function rename reset
  restore_error_handler restore_exception_handler rewind rewinddir rmdir round rsort rtrim scandir serialize session_destroy session_id
  session_name session_regenerate_id session_start session_status session_write_close set_error_handler set_exception_handler
  set_include_path set_time_limit setcookie setlocale settype sha1 sha1_file shell_exec shuffle similar_text simplexml_load_file
  simplexml_load_string sin sinh sizeof sleep socket_bind socket_close socket_connect socket_create socket_listen socket_read
  socket_select socket_sendto socket_set_option socket_strerror socket_write sodium_bin2hex sodium_crypto_secretbox sort soundex
  spl_autoload_register spl_autoload_unregister spl_object_hash spl_object_id sprintf sqrt srand sscanf stat str_contains str_ends_with
  str_getcsv str_ireplace str_pad str_repeat str_replace str_rot13 str_shuffle str_split str_starts_with str_word_count strcasecmp strchr
  strcmp strcoll strcspn stream_context_create stream_context_get_options stream_context_set_option stream_copy_to_stream
  stream_filter_append stream_get_contents stream_get_line stream_get_meta_data stream_get_wrappers stream_is_local stream_isatty
  stream_resolve_include_path stream_select stream_set_blocking stream_set_chunk_size stream_set_timeout stream_set_write_buffer
  stream_socket_accept stream_socket_client stream_socket_server stream_wrapper_register stream_wrapper_restore
  stream_wrapper_unregister strftime strip_tags stripcslashes stripos stripslashes stristr strlen strnatcasecmp strnatcmp strncasecmp
  strncmp strpbrk strpos strrchr strrev strripos strrpos strspn strstr strtok strtolower strtotime strtoupper strtr strval substr
  substr_compare substr_count substr_replace symlink sys_get_temp_dir sys_getloadavg syslog system tan tempnam time time_nanosleep
  timezone_identifiers_list timezone_open tmpfile token_get_all touch trait_exists trigger_error trim uasort ucfirst ucwords uksort umask
  uniqid unlink unpack unregister_tick_function unserialize unset urldecode urlencode user_error usleep usort utf8_decode utf8_encode
  var_dump var_export version_compare vfprintf vprintf vsprintf wordwrap xml_parse xml_parser_create zend_version`)

const classes = words(`
  AllowDynamicProperties AppendIterator ArgumentCountError ArithmeticError ArrayAccess ArrayIterator ArrayObject AssertionError Attribute
  BackedEnum BadFunctionCallException BadMethodCallException CURLFile CachingIterator CallbackFilterIterator Closure Collator Countable
  CurlHandle CurlMultiHandle CurlShareHandle DOMAttr DOMDocument DOMElement DOMException DOMNode DOMNodeList DOMXPath DateInterval
  DatePeriod DateTime DateTimeImmutable DateTimeInterface DateTimeZone Deprecated DirectoryIterator DivisionByZeroError DomainException
  EmptyIterator Error ErrorException Exception Fiber FilesystemIterator FilterIterator Generator GlobIterator Imagick
  InfiniteIterator InternalIterator IntlDateFormatter InvalidArgumentException Iterator IteratorAggregate IteratorIterator JsonException
  JsonSerializable LengthException LibXMLError LimitIterator Locale LogicException Memcache Memcached MessageFormatter MultipleIterator
  NoRewindIterator NumberFormatter OutOfBoundsException OutOfRangeException OuterIterator OverflowException Override PDO PDOException
  PDOStatement ParseError Phar PharData RangeException RecursiveArrayIterator RecursiveCallbackFilterIterator RecursiveDirectoryIterator
  RecursiveFilterIterator RecursiveIterator RecursiveIteratorIterator RecursiveTreeIterator Redis Reflection ReflectionAttribute
  ReflectionClass ReflectionClassConstant ReflectionEnum ReflectionException ReflectionExtension ReflectionFunction
  ReflectionFunctionAbstract ReflectionIntersectionType ReflectionMethod ReflectionNamedType ReflectionObject ReflectionParameter
  ReflectionProperty ReflectionType ReflectionUnionType Reflector RegexIterator ResourceBundle ReturnTypeWillChange RuntimeException
  SQLite3 SeekableIterator SensitiveParameter Serializable SimpleXMLElement SoapClient SoapFault SoapServer SplDoublyLinkedList SplFileInfo
  SplFileObject SplFixedArray SplHeap SplMaxHeap SplMinHeap SplObjectStorage SplObserver SplPriorityQueue SplQueue SplStack SplSubject
  SplTempFileObject Stringable Throwable Transliterator Traversable TypeError UnderflowException UnexpectedValueException UnhandledMatchError
  UnitEnum ValueError WeakMap WeakReference XMLReader XMLWriter ZipArchive mysqli mysqli_result mysqli_stmt stdClass`)

const constants =
  /^(?:PHP|E|JSON|SORT|LOCK|FILTER|CURL[A-Z]*|PREG|ENT|M|DATE|LC|STR|ARRAY|COUNT|SEEK|STREAM|FILE|GLOB|PATHINFO|OPENSSL|LOG|MB|PASSWORD|DEBUG|INI|LIBXML|XML|EXTR|HTML|UPLOAD_ERR|X509|WNOHANG|SIG|AF|SOCK|SOL|SO|IMG|MYSQLI|POSIX|PCNTL|T|ICONV|MCRYPT|NOW|PHP_URL|INFO|CREDITS|ASSERT|CONNECTION|CRYPT|DNS|DIRECTORY|PATH|DEFAULT_INCLUDE|ZLIB|FORCE)_[A-Z0-9_]+$|^(?:NAN|INF|STDIN|STDOUT|STDERR|SIG[A-Z0-9]+|DIRECTORY_SEPARATOR|PATH_SEPARATOR|PHP_EOL|WNOHANG)$/

export const isBuiltinFunction = (name: string): boolean => functions.has(name.toLowerCase())

export const isBuiltinName = (name: string): boolean => isBuiltinFunction(name) || classes.has(name) || constants.test(name)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

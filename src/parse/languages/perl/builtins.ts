/** Names of Perl itself: their uses are left out. The grammar knows some of these words, but not in every position. */

export const builtinFunctions: ReadonlySet<string> = new Set(
  `abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect continue cos
  crypt defined delete die do each eof eval exec exists exit exp fc fileno flock fork format getc getppid glob gmtime goto grep
  hex import index int ioctl join keys kill last lc lcfirst length link listen local localtime log lstat map mkdir next no oct
  open opendir ord our pack pipe pop pos print printf prototype push quotemeta rand read readdir readline readlink recv redo
  ref rename require reset return reverse rewinddir rindex rmdir say scalar seek select shift shutdown sin sleep socket sort
  splice split sprintf sqrt srand stat state study sub substr symlink syscall sysopen sysread sysseek system syswrite tell tie
  tied time times truncate uc ucfirst umask undef unlink unpack unshift untie use utime values vec wait waitpid wantarray warn
  write __FILE__ __LINE__ __PACKAGE__ __SUB__ __DATA__ __END__ STDIN STDOUT STDERR ARGV DATA`.split(/\s+/),
)

export const builtinVariables: ReadonlySet<string> = new Set(
  '_ a b ENV ARGV ARGVOUT INC SIG STDIN STDOUT STDERR ISA EXPORT EXPORT_OK EXPORT_TAGS AUTOLOAD'.split(' '),
)

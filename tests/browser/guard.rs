//! Processes that end when the tests end, however they end.
//!
//! A shell stands between: it waits on a pipe from the test, and when the pipe is closed it ends
//! the process by its number. The pipe is closed when its owner is dropped, and by the system when
//! the test process is gone, which no destructor could see.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// After the signal comes a folder to remove at the end, which may be empty, then the command. The
/// shell lets go of the output, so that its reader sees the end of the process.
const WATCH: &str = r#"signal=$1 folder=$2; shift 2
"$@" < /dev/null & process=$!
exec > /dev/null 2> /dev/null
read -r _
kill -"$signal" "$process"; wait "$process"
[ -z "$folder" ] || rm -rf "$folder""#;

/// A process that ends when this is dropped, or with the test process.
pub(crate) struct Guarded {
    shell: Child,
    pipe: Option<ChildStdin>,
}

impl Guarded {
    /// Starts a program that is killed in the end, as if the power failed.
    pub(crate) fn killed(command: &Command, errors: File) -> Self {
        Guarded::start(command, ["KILL".as_ref(), "".as_ref()], errors)
    }

    /// Starts a program that is asked to end, whereupon its folder is removed.
    pub(crate) fn ended(command: &Command, folder: &Path, errors: File) -> Self {
        Guarded::start(command, ["TERM".as_ref(), folder.as_ref()], errors)
    }

    fn start(command: &Command, ending: [&OsStr; 2], errors: File) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", WATCH, "guard"]).args(ending);
        shell.arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            shell.env(name, value.unwrap_or_default());
        }
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = shell.stderr(errors).spawn().expect("there is a shell");
        let pipe = shell.stdin.take();
        Guarded { shell, pipe }
    }

    /// What the program prints.
    pub(crate) fn output(&mut self) -> ChildStdout {
        self.shell.stdout.take().expect("output is read once")
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        drop(self.pipe.take());
        // The shell has waited for the process, so that after this nothing of it is left.
        let _ = self.shell.wait();
    }
}

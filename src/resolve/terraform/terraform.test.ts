/** Terraform, rule by rule, on repos of a few lines. */
import { expect, it } from 'vitest'
import { linked } from '../../../test/kit/linked-name.ts'

it('[RE74] all files of a folder know what one of them defines, and no other file does', async () => {
  const files = {
    'main.tf': 'resource "aws_vpc" "main" {\n  cidr = var.cidr\n  ami = data.aws_ami.ubuntu.id\n}\n',
    'variables.tf': 'variable "cidr" {}\ndata "aws_ami" "ubuntu" {}\n',
    'out.tf': 'output "id" {\n  value = aws_vpc.main[0].id\n}\nmodule "net" {\n  source = "./net"\n}\n',
    'net/main.tf': 'locals {\n  a = var.cidr\n  b = local.a\n}\n',
    'prod.tfvars': 'cidr = "10.0.0.0/8"\n',
  }
  expect(await linked(files, 'main.tf', 'cidr')).toBe('variables.tf#var.cidr (variable)')
  expect(await linked(files, 'main.tf', 'ubuntu')).toBe('variables.tf#data.aws_ami.ubuntu')
  expect(await linked(files, 'out.tf', 'main')).toBe('main.tf#aws_vpc.main')
  expect(await linked(files, 'net/main.tf', 'cidr')).toBe('not-found')
  expect(await linked(files, 'net/main.tf', 'a')).toBe('net/main.tf#local.a (constant)')
  expect(await linked(files, 'prod.tfvars', 'cidr')).toBe('variables.tf#var.cidr (variable)')
})
